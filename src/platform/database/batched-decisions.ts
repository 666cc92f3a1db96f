import { keepSpan } from '../observability/spans.ts';
import { BatchedCalls } from './batched-calls.ts';
import type { Database, Sql } from './database.ts';

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
    async (calls: readonly Kept[]): Promise<readonly Decision[]> => {
      const [first] = calls;
      if (first === undefined) return [];
      return first.call.database.inOneRoundTrip((sql) =>
        Promise.all(calls.map(({ call, asCaller }) => asCaller(decide, sql, call))),
      );
    },
    ({ call: one }, { call: other }) => (lockOf(one) < lockOf(other) ? -1 : 1),
  );
  return { do: (name, call) => batched.do(name, { call, asCaller: keepSpan() }) };
}
