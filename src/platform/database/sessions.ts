import type { SunkRun } from '../statements/row-sink.ts';
import type { SqlValue, Statement } from '../statements/statement.ts';

/** The partner for whom a statement is run behind row-level security. */
export interface Tenant {
  readonly partnerId: string;
  /** Whether it is the first statement of its transaction: it sets the partner for the statements that follow, too. */
  readonly isEntering: boolean;
}

/** A connection to the database; statements sent without waiting run in order, each with a fresh snapshot. */
export interface Session {
  run<Row>(statement: Statement<Row>, values: readonly SqlValue[], tenant?: Tenant): Promise<Row[]>;
  /** Runs a statement whose rows are passed to a sink as bytes; absent if the database returns no bytes, as PGlite. */
  sink?(run: SunkRun, tenant?: Tenant): Promise<void>;
}

/** Where a Database runs its statements. */
export interface Sessions extends Session {
  /** Whether it is PGlite, where a failed statement costs more than checking first. */
  readonly isEmbedded: boolean;
  /** How many statements have run so far, if no other process can use the database; otherwise undefined. */
  readonly uses?: number;
  /** The same sessions, on connections of a partner's share; absent where there is no pool to share. */
  of?(partnerId: string): Sessions;
  /**
   * Sessions whose statements of one turn of the event loop are sent together, on a connection of the sharer's share
   * that it may use for others of that turn; absent where this would save nothing.
   */
  together?(sharer: string): Sessions;
  /** Runs one statement that is a transaction of its own. */
  run<Row>(statement: Statement<Row>, values: readonly SqlValue[], tenant?: Tenant): Promise<Row[]>;
  /**
   * Runs `work` in a transaction on a session of its own. It commits if `commits` accepts the result; otherwise, and
   * when `work` throws, it rolls back. A commit after a failed statement rolls back without an error: a caller that did
   * not wait for the statement must check it.
   */
  transaction<Result>(
    work: (session: Session) => Promise<Result>,
    commits: (result: Result) => boolean,
  ): Promise<Result>;
  /**
   * Runs a transaction that waits for none of its own answers: on PostgreSQL it is one round trip, commit included. If
   * a statement fails, it rolls back.
   */
  inOneRoundTrip<Result>(work: (session: Session) => Promise<Result>): Promise<Result>;
  /**
   * Runs two transactions one after the other, on PostgreSQL in one round trip for both: each is sent without waiting
   * for its own answers. If it throws, the first may have been committed.
   */
  transactionsInOneRoundTrip<First, Second>(
    first: (session: Session) => Promise<First>,
    second: (session: Session) => Promise<Second>,
  ): Promise<readonly [First, Second]>;
}
