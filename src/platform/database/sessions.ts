import type { RowSink } from '../statements/row-sink.ts';
import type { SqlValue, Statement } from '../statements/statement.ts';

/** For whom a statement is run behind row-level security. */
export interface Tenant {
  readonly partnerId: string;
  /** Whether it is the first statement of its transaction: that one enters, and what follows is the partner's too. */
  readonly isEntering: boolean;
}

/** A statement whose rows are taken as bytes. */
export interface SunkRun {
  readonly statement: Statement;
  readonly values: readonly SqlValue[];
  readonly sink: RowSink;
}

/** A connection to the database; what is run without waiting runs one after the other, each with a fresh snapshot. */
export interface Session {
  run<Row>(statement: Statement<Row>, values: readonly SqlValue[], tenant?: Tenant): Promise<Row[]>;
  /** Runs a statement whose rows are taken as bytes; absent where the database gives none, as PGlite. */
  sink?(run: SunkRun, tenant?: Tenant): Promise<void>;
}

/** Where a Database runs its statements. */
export interface Sessions extends Session {
  /** Whether it is PGlite, for which a statement that fails costs more than one that looks first. */
  readonly isEmbedded: boolean;
  /** Statements that were run in the database so far, when no other process can use it; else undefined. */
  readonly uses?: number;
  /** Sessions whose statements of one turn of the event loop travel together; absent where there is nothing to spare. */
  together?(): Sessions;
  /** Runs one statement that is a transaction of its own. */
  run<Row>(statement: Statement<Row>, values: readonly SqlValue[], tenant?: Tenant): Promise<Row[]>;
  /**
   * Runs `work` in a transaction on a session of its own. It commits where `commits` says so of the result, and rolls
   * back elsewhere and when `work` throws. A commit after a statement that failed rolls back without an error: a caller that
   * did not wait for the statement must check it.
   */
  transaction<Result>(
    work: (session: Session) => Promise<Result>,
    commits: (result: Result) => boolean,
  ): Promise<Result>;
  /**
   * Runs a transaction that waits for none of its own answers: on PostgreSQL it is one round trip, commit included. A
   * statement that fails rolls it back.
   */
  inOneTrip<Result>(work: (session: Session) => Promise<Result>): Promise<Result>;
  /**
   * Runs two transactions one after the other, on PostgreSQL in one round trip for both: each is sent at once and waits
   * for none of its own answers. When it throws, the first may have been committed.
   */
  transactionsInOneTrip<First, Second>(
    first: (session: Session) => Promise<First>,
    second: (session: Session) => Promise<Second>,
  ): Promise<readonly [First, Second]>;
}
