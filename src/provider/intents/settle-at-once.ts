import { auditInsertion } from '../../platform/audit/audited-mutation.ts';
import type { Database } from '../../platform/database/database.ts';
import { claimQueries, claimValues, type KeyClaim, type Made } from '../../platform/idempotency/once-per-key.ts';
import type { Composition } from '../../platform/statements/composition.ts';
import type { NamedValues, Statement, StatementValues } from '../../platform/statements/statement.ts';
import { settlementOf } from './settlement.rows.ts';
import type { Done } from './provider-mutation.ts';

/** What an intent is settled with, in one statement. */
export interface SettledAtOnce<Wanted, Answer> extends Done<Wanted, Answer> {
  readonly database: Database;
  readonly lease: string;
  readonly claim: KeyClaim;
}

/**
 * Settles an intent by one statement, in one round trip, for frequent mutations; undefined: something is in the way,
 * and nothing was done.
 */
export type SettleAtOnce<Wanted, Answer, Row> = (by: SettledAtOnce<Wanted, Answer>) => Promise<Made<Row> | undefined>;

interface SettledFrom {
  /** Tables that the effect depends on, besides the intent. */
  readonly from?: readonly string[];
  readonly where?: string;
}

/**
 * Returns queries of such a statement: `claimed`, the key, which is claimed for what is stored under the intent's id;
 * the settlement, the audit entry and all else that is stored depend on it. The intent is locked first, so that no
 * worker claims it meanwhile.
 */
export function settlementQueries(composition: Composition, { from = [], where }: SettledFrom = {}) {
  const id = composition.parameter('id');
  const now = composition.parameter('succeededAt', 'key');
  const settlement = settlementOf({ state: "'SUCCEEDED'", resultId: 'claimed.result_id', refusal: 'null', now });
  const claimedFrom = { from: [...from, 'mine'].join(', '), ...(where !== undefined && { where }) };
  return {
    mine: `select from provider_intent where id = ${id} and lease = ${composition.parameter('lease')} for update`,
    ...claimQueries(composition, claimedFrom),
    settled: `update provider_intent set ${settlement} from claimed where provider_intent.id = ${id}`,
    audited: auditInsertion(composition, 'claimed'),
  };
}

/** Parameters of such a statement, besides those of what is stored, whose `id` is that of the intent. */
export interface SettledWith {
  readonly partnerId: string;
  readonly lease: string;
  readonly key: NamedValues;
  readonly audit: NamedValues;
}

/**
 * Runs such a statement in one round trip; undefined: it has done nothing.
 * @param then what cannot be part of it, in the same round trip and transaction; it checks by itself whether it applies
 */
export async function settleBy<Row, Stored extends Exclude<StatementValues, readonly unknown[]>>(
  statement: Statement<Row, SettledWith & Stored>,
  { database, requester, lease, claim }: SettledAtOnce<unknown, unknown>,
  stored: NoInfer<Stored>,
  then?: Statement<never, Stored>,
): Promise<Row | undefined> {
  const note = database.noteToTake;
  const settledWith: SettledWith = {
    partnerId: requester.partnerId,
    lease,
    key: claimValues(claim),
    audit: note?.ofSuccess ?? {},
  };
  const values = { ...settledWith, ...stored };
  const [[settled]] = await database.inOneRoundTrip((sql) =>
    Promise.all([sql.run(statement, values), then && sql.run(then, stored)]),
  );
  if (settled !== undefined) note?.committed();
  return settled;
}
