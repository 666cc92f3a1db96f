import type { Pool } from 'pg';
import type { PaymentAccountRow } from '../../src/bank/accounts/payment-account.rows.ts';
import { CursorCodec } from '../../src/platform/cursors/cursor-codec.ts';
import type { PocketRow } from '../../src/bank/pockets/pocket.rows.ts';
import type { Principal } from './auth.ts';
import type { PageStatements } from './page-statements.ts';
import { run } from './sql.ts';

/** A page of pockets; its end cursor is as the gateway's, so that answers can be compared exactly. */
export interface PocketPage {
  readonly rows: readonly PocketRow[];
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
  /** Makes the cursors of all rows. */
  readonly cursors: () => readonly string[];
}

export async function findAccount(
  pool: Pool,
  { partnerId }: Principal,
  { number, statements }: { readonly number: string; readonly statements: PageStatements },
) {
  const [account] = await run<PaymentAccountRow>(pool, statements.account, [partnerId, number]);
  return account;
}

/** Returns a reader of first pages of pockets, which reads an extra row to see whether there are more. */
export async function pageReader(pool: Pool, { pockets, isPruned }: PageStatements) {
  const codec = await readCursorCodec(pool);
  return async ({ partnerId }: Principal, accountId: string, first: number): Promise<PocketPage> => {
    const found = await run<PocketRow>(pool, pockets, [isPruned ? accountId : [accountId], first + 1]);
    const rows = found.slice(0, first);
    const last = rows.at(-1);
    const cursors = codec.of({ ordering: 'pockets', partnerId, filter: JSON.stringify([accountId]) });
    return {
      rows,
      hasNextPage: found.length > first,
      endCursor: last === undefined ? null : cursors.encode([last.createdAt, last.id]),
      cursors: () => rows.map(({ createdAt, id }) => cursors.encode([createdAt, id])),
    };
  };
}

/** Returns a codec that makes cursors as the gateway on the same database does. */
export async function readCursorCodec(pool: Pool): Promise<CursorCodec> {
  const installation = { name: 'installation', text: 'select secret from installation' };
  const [{ secret } = { secret: '' }] = await run<{ secret: string }>(pool, installation, []);
  return new CursorCodec(secret);
}
