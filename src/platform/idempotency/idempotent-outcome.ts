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

/** What is known of a key of a partner. */
export interface IdempotentOutcome {
  readonly state: OutcomeState;
  readonly firstSeenAt: string;
  readonly succeededAt?: string;
  /** Until when a repeat is answered with what was made. */
  readonly replayableUntil?: string;
  /** Id of what was made. */
  readonly subjectId?: string;
  /** When it is tried or looked at again. */
  readonly nextTryAt?: string;
  /** Code of the refusal. */
  readonly refusal?: string;
  readonly correlationId?: string;
}

/** A key that is asked about. */
export interface AskedKey {
  readonly partnerId: string;
  readonly mutation: string;
  readonly key: string;
  readonly now: Date;
}

/** Says what has become of a key; undefined where nothing happened. */
export type FindOutcome = (database: Database, asked: AskedKey) => Promise<IdempotentOutcome | undefined>;
