import { isRefusal, type DomainError } from '../../kernel/domain-error.ts';
import { retryLostRaces } from './retry-lost-races.ts';
import { within } from '../observability/spans.ts';
import type { Session, Sessions, SunkRun } from './sessions.ts';
import { entitiesOver, type Entities, type EntityReader } from '../statements/entities.ts';
import { valuesInOrder, type SqlValue, type Statement, type StatementValues } from '../statements/statement.ts';

/** Runs registered statements. */
export interface Sql {
  run<Row, Given extends StatementValues>(statement: Statement<Row, Given>, values: NoInfer<Given>): Promise<Row[]>;
}

/** Statements of one transaction, and what is to happen once it has committed. */
export interface Transaction extends Sql {
  /** What is not hot is loaded, changed and made here; it is written before the commit, in the least statements. */
  readonly entities: Entities;
  /**
   * Sends all statements that `work` runs without waiting in between: on PostgreSQL one round trip. They still run one
   * after the other, each with a fresh snapshot.
   */
  pipeline<Result>(work: (pipelined: Sql) => Promise<Result>): Promise<Result>;
  /**
   * The last statements, sent ahead of the commit without waiting for them: on PostgreSQL one round trip for both. A
   * commit behind a statement that failed rolls back, and the transaction throws what that statement threw. Returned
   * from the transaction, it gives what its work returned.
   */
  pipelineWithCommit<Result>(work: (pipelined: Sql) => Promise<Result>): AtCommit<Result>;
  afterCommit(callback: () => void): void;
  /** What was asked for is refused although this transaction commits, as a wrong code is that has been counted. */
  refusedWith(refusal: DomainError): void;
}

/** What is written in the same commit as an effect, once: with the first transaction that commits. */
export interface CommitNote {
  readonly isNeeded: boolean;
  /** @param refusal how what was asked for ends in spite of the commit; undefined: well */
  write(sql: Sql, refusal: DomainError | undefined): Promise<void>;
  /** What it says of a success, by the names of properties, for a statement that writes it along with the effect. */
  readonly ofSuccess: Readonly<Record<string, SqlValue>>;
  committed(refusal?: DomainError): void;
}

/** What the last statements of a transaction give; known once it has committed. */
class AtCommit<Result> {
  readonly result: Promise<Result>;

  constructor(result: Promise<Result>) {
    this.result = result;
    // It is awaited after the commit; until then a failure of it is nobody's surprise.
    result.catch(() => undefined);
  }
}
export type { AtCommit };

/** A result whose transaction rolls back although nothing was refused, such as that another process was faster. */
export class RolledBack<const Result> {
  readonly result: Result;

  constructor(result: Result) {
    this.result = result;
  }
}

/** The database as use cases and loaders see it: statements and transactions over MikroORM's connections. */
export class Database implements Sql {
  private readonly sessions: Sessions;
  private readonly partnerId: string | undefined;
  private readonly note: CommitNote | undefined;

  /** @param partnerId for whom it is used, behind row-level security; undefined: for the bank itself, which sees all */
  constructor(sessions: Sessions, partnerId?: string, note?: CommitNote) {
    this.sessions = sessions;
    this.partnerId = partnerId;
    this.note = note;
  }

  /** The same database, whose next transaction that commits takes a note along. */
  noting(note: CommitNote): Database {
    return new Database(this.sessions, this.partnerId, note);
  }

  /** The note that is still to be taken along: `inOneTrip` leaves that to its statements. */
  get noteToTake(): CommitNote | undefined {
    return this.note?.isNeeded === true ? this.note : undefined;
  }

  /** Whether it is PGlite, for which a statement that fails costs more than one that looks first. */
  get isEmbedded(): boolean {
    return this.sessions.isEmbedded;
  }

  /** Statements that were run in the database so far, when no other process can use it; else undefined. */
  get uses(): number | undefined {
    return this.sessions.uses;
  }

  run<Row, Given extends StatementValues>(statement: Statement<Row, Given>, values: NoInfer<Given>): Promise<Row[]> {
    return runFor(this.partnerId, this.sessions)(statement, values);
  }

  /** Whether it gives rows as bytes. */
  get givesBytes(): boolean {
    return this.sessions.sink !== undefined;
  }

  /** Runs a statement whose rows are taken as bytes, while they come. */
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

  /** The same database, whose statements of this turn of the event loop are one round trip. */
  together(): Database {
    const trip = this.sessions.together?.();
    return trip === undefined ? this : new Database(trip, this.partnerId, this.note);
  }

  /** Entities to look at, loaded now; each access gives new ones, so that nobody sees what another has loaded. */
  get entities(): EntityReader {
    return entitiesOver((statement, values) => this.run(statement, values));
  }

  /**
   * Runs `work` in a transaction. A returned DomainError rolls back, as do RolledBack and a throw; all else commits. Deadlocks and
   * serialization failures are tried again, so `work` must have no effect outside the transaction.
   */
  transaction<Result>(work: TransactionWork<Result>): Promise<Result> {
    return retryLostRaces(() => this.attempt(work));
  }

  /**
   * Runs a transaction whose statements are all sent at once, on PostgreSQL in one round trip with their commit. They
   * decide by themselves what there is to commit. Deadlocks and serialization failures are tried again.
   */
  inOneTrip<Result>(work: (pipelined: Sql) => Promise<Result>): Promise<Result> {
    return retryLostRaces(() =>
      this.sessions.inOneTrip((session) => pipelined(runFor(this.partnerId, session), (sql) => work(sql))),
    );
  }

  /**
   * Runs `work` in a transaction that is rolled back whatever it gives, for what can be found out only by doing it. Its
   * statements are sent without waiting in between, as in a pipeline.
   */
  rehearse<Result>(work: (pipelined: Sql) => Promise<Result>): Promise<Result> {
    return this.sessions.transaction(
      (session) => pipelined(runFor(this.partnerId, session), work),
      () => false,
    );
  }

  /**
   * Runs two transactions one after the other, on PostgreSQL in one round trip for both: neither waits for answers in
   * between. Nothing is tried again, and when it throws the first may have been committed.
   */
  transactionsInOneTrip<First, Second>(
    first: (sql: Sql) => Promise<First>,
    second: (sql: Sql) => Promise<Second>,
  ): Promise<readonly [First, Second]> {
    const over =
      <Result>(work: (sql: Sql) => Promise<Result>) =>
      (session: Session) =>
        work({ run: runFor(this.partnerId, session) });
    return this.sessions.transactionsInOneTrip(over(first), over(second));
  }

  private async attempt<Result>(work: TransactionWork<Result>): Promise<Result> {
    const note = this.noteToTake;
    const ending: Ending = { lastStatements: undefined, callbacks: [], refusal: undefined, note, entities: undefined };
    const outcome = await this.sessions.transaction(async (session) => {
      const run = runFor(this.partnerId, session);
      const result = await work(transactionOver(run, ending));
      if (!commits(result)) return result;
      await ending.entities?.flush();
      // Sent ahead of the commit, and not waited for.
      if (note !== undefined)
        ending.lastStatements ??= new AtCommit(pipelined(run, (sql) => note.write(sql, ending.refusal)));
      return result;
    }, commits);
    if (outcome instanceof RolledBack) return outcome.result;
    if (commits(outcome)) {
      await ending.lastStatements?.result;
      note?.committed(ending.refusal);
      for (const callback of ending.callbacks) callback();
    }
    return outcome instanceof AtCommit ? outcome.result : outcome;
  }
}

/** What is done in a transaction; what it gives may be known only once it has committed. */
type TransactionWork<Result> = (transaction: Transaction) => Promise<Result | AtCommit<Result> | RolledBack<Result>>;

function commits(outcome: unknown): boolean {
  return !isRefusal(outcome) && !(outcome instanceof RolledBack);
}

/** What a transaction leaves to be done at its end. */
interface Ending {
  lastStatements: AtCommit<unknown> | undefined;
  readonly callbacks: (() => void)[];
  refusal: DomainError | undefined;
  readonly note: CommitNote | undefined;
  /** Made when they are first asked for. */
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
        // Whatever is run from now on would come after the commit.
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
 * Runs `work` with statements that are sent without waiting. When one fails those after it fail too, for no reason of
 * their own: whichever `work` sees first, the first failure is the one that is thrown.
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

/** Runs the statements of one transaction, or one without, each in a span where there is one. */
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
