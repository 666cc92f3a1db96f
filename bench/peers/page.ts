import type { Pool } from 'pg';
import type { PaymentAccountRow } from '../../src/bank/accounts/payment-account.rows.ts';
import { CursorCodec } from '../../src/platform/cursors/cursor-codec.ts';
import { CursorKeys } from '../../src/platform/cursors/cursor-keys.ts';
import type { PocketRow } from '../../src/bank/pockets/pocket.rows.ts';
import { SecretBox } from '../../src/platform/secrets/secret-box.ts';
import { valuesInOrder } from '../../src/platform/statements/statement.ts';
import type { Principal } from './auth.ts';
import { FIND_FIRST_POCKETS, FIND_PAYMENT_ACCOUNT_BY_NUMBER, run } from './sql.ts';

/** A page of pockets; its end cursor is the gateway's, so that the answers can be compared to the letter. */
export interface PocketPage {
  readonly rows: readonly PocketRow[];
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
}

export async function findAccount(pool: Pool, { partnerId }: Principal, number: string) {
  const [account] = await run<PaymentAccountRow>(pool, FIND_PAYMENT_ACCOUNT_BY_NUMBER, [partnerId, number]);
  return account;
}

/** Reads first pages of pockets, with one row more than asked for to see whether there are more. */
export async function pageReader(pool: Pool) {
  const codec = await readCursorCodec(pool);
  return async ({ partnerId }: Principal, accountId: string, first: number): Promise<PocketPage> => {
    const found = await run<PocketRow>(pool, FIND_FIRST_POCKETS, [[accountId], first + 1]);
    const rows = found.slice(0, first);
    const last = rows.at(-1);
    const cursors = codec.of({ ordering: 'pockets', partnerId, filter: JSON.stringify([accountId]) });
    return {
      rows,
      hasNextPage: found.length > first,
      endCursor: last === undefined ? null : cursors.encode([last.createdAt, last.id]),
    };
  };
}

/** Makes cursors as the gateway on the same database does. */
export async function readCursorCodec(pool: Pool): Promise<CursorCodec> {
  const installation = { name: 'installation', text: `select cursor_key as "cursorKey" from installation` };
  const [{ cursorKey } = { cursorKey: '' }] = await run<{ cursorKey: string }>(pool, installation, []);
  const keys = new CursorKeys(
    {
      async run(statement, values) {
        const { rows } = await pool.query<never>(statement.text, [...valuesInOrder(statement, values)]);
        return rows;
      },
    },
    new SecretBox([cursorKey]),
    cursorKey,
  );
  await keys.look();
  return new CursorCodec(keys);
}
