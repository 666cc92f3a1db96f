import { keepSpan } from '../observability/spans.ts';
import { BatchedCalls } from './batched-calls.ts';
import type { Database, Sql } from './database.ts';
import { statement } from '../statements/statement.ts';

/**
 * Longest wait for a lock, and longest run of a statement, of decisions that share a transaction: those that fail are
 * made apart, within the usual timeouts. Locks are normally held for a few milliseconds.
 */
const LIMIT_WAITS = statement(
  'limit_shared_waits',
  `select set_config('lock_timeout', '1s', true), set_config('statement_timeout', '2s', true)`,
);

/** Something that statements of one round trip decide. */
export interface DecidedCall {
  readonly database: Database;
}

/** Makes decisions; those of a group, such as a partner, that wait at the same time share a transaction. */
export type BatchedDecisions<Call, Decision> = Pick<BatchedCalls<Call, Decision>, 'do'>;

/**
 * Makes decisions in one round trip, several together if they wait. One object per process.
 * @param decide sends all its statements without waiting; they themselves decide what to change
 * @param lockOf names what a decision locks: processes that lock in different orders would deadlock
 */
export function batchedDecisions<Call extends DecidedCall, Decision>(
  decide: (sql: Sql, call: Call) => Promise<Decision>,
  lockOf: (call: Call) => string,
): BatchedDecisions<Call, Decision> {
  // Statements run in the context of the caller that they decide for, where their spans belong.
  interface Kept {
    readonly call: Call;
    readonly asCaller: ReturnType<typeof keepSpan>;
  }
  const batched = new BatchedCalls(
    async (calls: readonly Kept[], isBrief): Promise<readonly Decision[]> => {
      const [first] = calls;
      if (first === undefined) return [];
      const { database } = first.call;
      return database.inOneRoundTrip(async (sql) => {
        // Nobody else uses an embedded database.
        const limited = isBrief && !database.isEmbedded ? sql.run(LIMIT_WAITS, []) : undefined;
        const decisions = calls.map(({ call, asCaller }) => asCaller(decide, sql, call));
        const [made] = await Promise.all([Promise.all(decisions), limited]);
        return made;
      });
    },
    ({ call }) => lockOf(call),
  );
  return { do: (name, call) => batched.do(name, { call, asCaller: keepSpan() }) };
}
