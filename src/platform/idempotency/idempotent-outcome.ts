import type { Database } from '../database/database.ts';

/** Outcome of a mutation that was sent with an idempotency key. */
export const OutcomeState = {
  RUNNING: 'RUNNING',
  SUCCEEDED: 'SUCCEEDED',
  REFUSED: 'REFUSED',
  NOT_EXECUTED: 'NOT_EXECUTED',
  UNKNOWN: 'UNKNOWN',
} as const;
export type OutcomeState = (typeof OutcomeState)[keyof typeof OutcomeState];

/** What is known about a partner's key. */
export interface IdempotentOutcome {
  readonly state: OutcomeState;
  readonly firstSeenAt: string;
  readonly succeededAt?: string;
  /** Until when the same request returns the same result. */
  readonly replayableUntil?: string;
  /** Id of what was created. */
  readonly subjectId?: string;
  /** When it is retried or checked again. */
  readonly nextTryAt?: string;
  /** Code of the refusal. */
  readonly refusal?: string;
  readonly correlationId?: string;
}

/** The key whose outcome is queried. */
export interface RequestedKey {
  readonly partnerId: string;
  readonly mutation: string;
  readonly key: string;
  readonly now: Date;
}

/** Finds the outcome of a key; undefined if there was none. */
export type FindOutcome = (database: Database, requested: RequestedKey) => Promise<IdempotentOutcome | undefined>;
