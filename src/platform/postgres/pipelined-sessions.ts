import type { Session, Sessions, Tenant } from '../database/sessions.ts';
import type { SunkRun } from '../statements/row-sink.ts';
import type { SqlValue, Statement } from '../statements/statement.ts';

/** Lends a connection for as long as `work` takes. */
export type Lend = (work: (session: Required<Session>) => Promise<unknown>) => Promise<unknown>;

/** Sends a statement; `isFirst`: it is the first of the round trip. */
type Send = (session: Required<Session>, isFirst: boolean) => Promise<unknown>;

interface UnsentStatement {
  readonly send: Send;
  readonly fail: (reason: unknown) => void;
}

/**
 * Sessions for one use: statements that are run while it waits for a connection are sent in one write, as one
 * transaction. Later statements run as usual, without this. All belong to one partner.
 */
export class PipelinedSessions implements Sessions {
  readonly isEmbedded = false;
  private readonly sessions: Sessions & Required<Session>;
  private readonly lend: Lend;
  private waiting: UnsentStatement[] = [];
  private hasLeft = false;

  constructor(sessions: Sessions & Required<Session>, lend: Lend) {
    this.sessions = sessions;
    this.lend = lend;
  }

  run<Row>(statement: Statement<Row>, values: readonly SqlValue[], tenant?: Tenant): Promise<Row[]> {
    if (this.hasLeft) return this.sessions.run(statement, values, tenant);
    return this.join((session, isFirst) =>
      session.run(statement, values, tenant && { ...tenant, isEntering: isFirst }),
    );
  }

  sink(run: SunkRun, tenant?: Tenant): Promise<void> {
    if (this.hasLeft) return this.sessions.sink(run, tenant);
    return this.join((session, isFirst) => session.sink(run, tenant && { ...tenant, isEntering: isFirst }));
  }

  transaction<Result>(
    work: (session: Session) => Promise<Result>,
    commits: (result: Result) => boolean,
  ): Promise<Result> {
    return this.sessions.transaction(work, commits);
  }

  inOneRoundTrip<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    return this.sessions.inOneRoundTrip(work);
  }

  transactionsInOneRoundTrip<First, Second>(
    first: (session: Session) => Promise<First>,
    second: (session: Session) => Promise<Second>,
  ): Promise<readonly [First, Second]> {
    return this.sessions.transactionsInOneRoundTrip(first, second);
  }

  private join<Result>(send: (session: Required<Session>, isFirst: boolean) => Promise<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const sendFor: Send = (...on) => {
      const sent = send(...on);
      sent.then(resolve, reject);
      return sent;
    };
    this.waiting.push({ send: sendFor, fail: reject });
    if (this.waiting.length === 1) this.leave();
    return promise;
  }

  private leave(): void {
    const sendAll = (session: Required<Session>) => {
      this.hasLeft = true;
      return Promise.all(this.waiting.map(({ send }, nth) => send(session, nth === 0)));
    };
    this.lend(sendAll).catch((error: unknown) => {
      this.hasLeft = true;
      for (const { fail } of this.waiting) fail(error);
    });
  }
}
