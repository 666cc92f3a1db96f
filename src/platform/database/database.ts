/**
 * Transactions as a partner may have them: retried after a lost race, batched, and timed by one clock.
 * @packageDocumentation
 */

import { isRefusal, type DomainError } from '../../kernel/domain-error.ts';
import { retryLostRaces } from './retry-lost-races.ts';
import { within } from '../observability/spans.ts';
import type { Session, Sessions } from './sessions.ts';
import type { SunkRun } from '../statements/row-sink.ts';
import { entitiesOver, type Entities, type EntityReader } from '../statements/entities.ts';
import {
  valuesInOrder,
  type Sql,
  type SqlValue,
  type Statement,
  type StatementValues,
} from '../statements/statement.ts';

export type { Sql };

/** Statements of one transaction, and what happens once it has committed. */
export interface Transaction extends Sql {
  /** For code that is not performance-critical; flushed before the commit in as few statements as possible. */
  readonly entities: Entities;
  /**
   * Sends all statements that `work` runs without waiting in between: on PostgreSQL one round trip. They still run one
   * after the other, each with a fresh snapshot.
   */
  pipeline<Result>(work: (pipelined: Sql) => Promise<Result>): Promise<Result>;
  /**
   * Sends the last statements with the commit, without waiting for them: on PostgreSQL one round trip for both. If a
   * statement fails, the commit rolls back, and the transaction throws the error of that statement. Return the result
   * from the transaction, which then returns what `work` returned.
   */
  pipelineWithCommit<Result>(work: (pipelined: Sql) => Promise<Result>): AtCommit<Result>;
  afterCommit(callback: () => void): void;
  /** Marks the request as refused although this transaction commits, such as for a wrong code that has been counted. */
  refusedWith(refusal: DomainError): void;
}

/** A record that is written once, in the same commit as an effect: with the first transaction that commits. */
export interface CommitNote {
  readonly isNeeded: boolean;
  /** @param refusal how the request ends in spite of the commit; undefined: successfully */
  write(sql: Sql, refusal: DomainError | undefined): Promise<void>;
  /** Its values for a success, by property name, for a statement that writes it together with the effect. */
  readonly ofSuccess: Readonly<Record<string, SqlValue>>;
  committed(refusal?: DomainError): void;
}

/** The result of a transaction's last statements, known once it has committed. */
class AtCommit<Result> {
  readonly result: Promise<Result>;

  constructor(result: Promise<Result>) {
    this.result = result;
    // It is awaited after the commit; a failure before that must not count as an unhandled rejection.
    result.catch(() => undefined);
  }
}
export type { AtCommit };

/** A result whose transaction rolls back although nothing was refused, such as when another process was faster. */
export class RolledBack<const Result> {
  readonly result: Result;
  /** Whether all was as requested before: no note is due. */
  readonly isAsRequested: boolean = false;

  constructor(result: Result) {
    this.result = result;
  }
}

/** A result that found everything as requested: the transaction rolls back, and no note is due. */
export class Unchanged<const Result> extends RolledBack<Result> {
  override readonly isAsRequested = true;
}

/** The database as use cases and loaders see it: statements and transactions over MikroORM's connections. */
export class Database implements Sql {
  private readonly sessions: Sessions;
  private readonly partnerId: string | undefined;
  private readonly note: CommitNote | undefined;

  /** @param partnerId the partner it works for, behind row-level security; undefined: the bank, which sees all */
  constructor(sessions: Sessions, partnerId?: string, note?: CommitNote) {
    this.sessions = sessions;
    this.partnerId = partnerId;
    this.note = note;
  }

  /** Returns the same database; its next transaction that commits also writes the note. */
  noting(note: CommitNote): Database {
    return new Database(this.sessions, this.partnerId, note);
  }

  /** The same database without the note, for what is undone if the request fails: it is no effect yet. */
  get withoutNote(): Database {
    return new Database(this.sessions, this.partnerId);
  }

  /** The note that is still to be written. `inOneRoundTrip` does not write it: its statements must. */
  get noteToTake(): CommitNote | undefined {
    return this.note?.isNeeded === true ? this.note : undefined;
  }

  /** Whether it is PGlite, where a failed statement costs more than checking first. */
  get isEmbedded(): boolean {
    return this.sessions.isEmbedded;
  }

  /** How many statements have run so far, if no other process can use the database; otherwise undefined. */
  get uses(): number | undefined {
    return this.sessions.uses;
  }

  run<Row, Given extends StatementValues>(statement: Statement<Row, Given>, values: NoInfer<Given>): Promise<Row[]> {
    return runFor(this.partnerId, this.sessions)(statement, values);
  }

  /** Whether it can return rows as bytes. */
  get givesBytes(): boolean {
    return this.sessions.sink !== undefined;
  }

  /** Runs a statement and passes its rows to a sink as bytes, as they arrive. */
  sink(run: SunkRun): Promise<void> {
    const { sessions, partnerId } = this;
    const sink = sessions.sink?.bind(sessions);
    if (sink === undefined) throw new Error('This database gives no rows as bytes.');
    const tenant = partnerId === undefined ? undefined : { partnerId, isEntering: true };
    return within(
      run.statement.name,
      () => spanOf(run.statement),
      () => sink(run, tenant),
    );
  }

  /**
   * Returns the same database; its statements of this turn of the event loop share one round trip.
   * @param sharer whose uses may wait for each other, such as a partner: they may share that round trip
   */
  together(sharer: string): Database {
    const trip = this.sessions.together?.(sharer);
    return trip === undefined ? this : new Database(trip, this.partnerId, this.note);
  }

  /** Reads entities, outside of a transaction; each access has its own identity map, so that no objects are shared. */
  get entities(): EntityReader {
    return entitiesOver((statement, values) => this.run(statement, values));
  }

  /**
   * Runs `work` in a transaction. A returned DomainError or RolledBack, or a throw, rolls back; anything else commits.
   * Deadlocks and serialization failures are retried, so `work` must have no effect outside the transaction.
   */
  transaction<Result>(work: TransactionWork<Result>): Promise<Result> {
    return retryLostRaces(() => this.attempt(work));
  }

  /**
   * Runs a transaction whose statements are all sent without waiting, on PostgreSQL in one round trip with their
   * commit. The statements themselves decide what to change. Deadlocks and serialization failures are retried.
   */
  inOneRoundTrip<Result>(work: (pipelined: Sql) => Promise<Result>): Promise<Result> {
    return retryLostRaces(() =>
      this.sessions.inOneRoundTrip((session) => pipelined(runFor(this.partnerId, session), (sql) => work(sql))),
    );
  }

  /**
   * Runs `work` in a transaction that always rolls back, for what can be found out only by doing it. Its statements are
   * sent without waiting in between, as in a pipeline.
   */
  rehearse<Result>(work: (pipelined: Sql) => Promise<Result>): Promise<Result> {
    return this.sessions.transaction(
      (session) => pipelined(runFor(this.partnerId, session), work),
      () => false,
    );
  }

  /**
   * Runs two transactions one after the other, on PostgreSQL in one round trip for both: neither waits for answers in
   * between. Nothing is retried, and if it throws, the first may have been committed.
   */
  transactionsInOneRoundTrip<First, Second>(
    first: (sql: Sql) => Promise<First>,
    second: (sql: Sql) => Promise<Second>,
  ): Promise<readonly [First, Second]> {
    const over =
      <Result>(work: (sql: Sql) => Promise<Result>) =>
      (session: Session) =>
        work({ run: runFor(this.partnerId, session) });
    return this.sessions.transactionsInOneRoundTrip(over(first), over(second));
  }

  private async attempt<Result>(work: TransactionWork<Result>): Promise<Result> {
    const note = this.noteToTake;
    const ending: Ending = { lastStatements: undefined, callbacks: [], refusal: undefined, note, entities: undefined };
    const outcome = await this.sessions.transaction(async (session) => {
      const run = runFor(this.partnerId, session);
      const result = await work(transactionOver(run, ending));
      if (!commits(result)) return result;
      await ending.entities?.flush();
      // Sent before the commit, without waiting for the result.
      if (note !== undefined)
        ending.lastStatements ??= new AtCommit(pipelined(run, (sql) => note.write(sql, ending.refusal)));
      return result;
    }, commits);
    if (outcome instanceof RolledBack) {
      if (outcome.isAsRequested) note?.committed();
      return outcome.result;
    }
    if (commits(outcome)) {
      await ending.lastStatements?.result;
      note?.committed(ending.refusal);
      for (const callback of ending.callbacks) callback();
    }
    return outcome instanceof AtCommit ? outcome.result : outcome;
  }
}

/** What runs in a transaction; its result may be known only once the transaction has committed. */
type TransactionWork<Result> = (transaction: Transaction) => Promise<Result | AtCommit<Result> | RolledBack<Result>>;

function commits(outcome: unknown): boolean {
  return !isRefusal(outcome) && !(outcome instanceof RolledBack);
}

/** What remains to be done when a transaction ends. */
interface Ending {
  lastStatements: AtCommit<unknown> | undefined;
  readonly callbacks: (() => void)[];
  refusal: DomainError | undefined;
  readonly note: CommitNote | undefined;
  /** Created on first access. */
  entities: Entities | undefined;
}

type Run = Sql['run'];

function transactionOver(run: Run, ending: Ending): Transaction {
  return {
    run,
    get entities() {
      return (ending.entities ??= entitiesOver(run));
    },
    pipeline: (work) => pipelined(run, (sql) => work(sql)),
    pipelineWithCommit(work) {
      const sent = pipelined(run, (sql, close) => {
        const done = Promise.all([work(sql), ending.note?.write(sql, ending.refusal)]);
        // A statement that is run from now on would be sent after the commit.
        close();
        return done.then(([result]) => result);
      });
      const last = new AtCommit(sent);
      ending.lastStatements = last;
      return last;
    },
    afterCommit(callback) {
      ending.callbacks.push(callback);
    },
    refusedWith(refusal) {
      ending.refusal = refusal;
    },
  };
}

/**
 * Runs `work` with statements that are sent without waiting. If one fails, those after it fail too, for no reason of
 * their own: the first failure is thrown, whichever `work` sees first.
 */
async function pipelined<Result>(run: Run, work: (sql: Sql, close: () => void) => Promise<Result>): Promise<Result> {
  const failures: unknown[] = [];
  let isClosed = false;
  const runOpen: Run = (statement, values) => {
    if (isClosed) throw new Error(`The statement ${statement.name} would be sent after the commit.`);
    return run(statement, values).catch((error: unknown) => {
      failures.push(error);
      throw error;
    });
  };
  try {
    return await work({ run: runOpen }, () => {
      isClosed = true;
    });
  } catch (error) {
    throw failures.length > 0 ? failures[0] : error;
  }
}

/** Runs the statements of one transaction, or a single statement without one, each in a span if there is a trace. */
function runFor(partnerId: string | undefined, session: Session): Run {
  let isEntering = true;
  return (statement, values) => {
    const tenant = partnerId === undefined ? undefined : { partnerId, isEntering };
    isEntering = false;
    const attributes = () => spanOf(statement);
    return within(statement.name, attributes, () => session.run(statement, valuesInOrder(statement, values), tenant));
  };
}

function spanOf({ name }: Statement) {
  return { 'db.system.name': 'postgresql', 'db.operation.name': name };
}
