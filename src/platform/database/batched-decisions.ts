import type { keepSpan } from '../observability/spans.ts';
import { BatchedCalls } from './batched-calls.ts';
import type { Database, Sql } from './database.ts';

/** Something that statements of one round trip decide. */
export interface DecidedCall {
  readonly database: Database;
  /** Runs work in the context of its caller, where its spans belong. */
  readonly asCaller: ReturnType<typeof keepSpan>;
}

/** Decisions of a group, such as a partner, that wait at the same time share a transaction, and its round trip. */
export type BatchedDecisions<Call, Decision> = BatchedCalls<Call, Decision>;

/**
 * Makes decisions together if they wait. One object per process.
 * @param decide sends all its statements without waiting; they themselves decide what to change
 * @param lockOf names what a decision locks: processes that lock in different orders would deadlock
 */
export function batchedDecisions<Call extends DecidedCall, Decision>(
  decide: (sql: Sql, call: Call) => Promise<Decision>,
  lockOf: (call: Call) => string,
): BatchedDecisions<Call, Decision> {
  return new BatchedCalls(
    async (calls: readonly Call[]): Promise<readonly Decision[]> => {
      const [first] = calls;
      if (first === undefined) return [];
      return first.database.inOneRoundTrip((sql) => Promise.all(calls.map((call) => call.asCaller(decide, sql, call))));
    },
    (one, other) => (lockOf(one) < lockOf(other) ? -1 : 1),
  );
}
