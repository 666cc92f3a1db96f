import type { Session, Sessions, SunkRun, Tenant } from '../database/sessions.ts';
import type { SqlValue, Statement } from '../statements/statement.ts';

/** Lends a connection for as long as `work` takes. */
export type Lend = (work: (session: Required<Session>) => Promise<unknown>) => Promise<void>;

/** Sends a statement; the first of a trip is told so. */
type Send = (session: Required<Session>, isFirst: boolean) => Promise<unknown>;

interface Waiting {
  readonly send: Send;
  readonly fail: (reason: unknown) => void;
}

/**
 * Sessions for one use: statements that are asked for while a connection is waited for leave on it in one write, and are
 * one transaction. What is asked for later goes as it does without. All are of one partner.
 */
export class OneTrip implements Sessions {
  readonly isEmbedded = false;
  readonly transaction: Sessions['transaction'];
  readonly inOneTrip: Sessions['inOneTrip'];
  readonly transactionsInOneTrip: Sessions['transactionsInOneTrip'];
  private readonly sessions: Required<Session>;
  private readonly lend: Lend;
  private waiting: Waiting[] = [];
  private hasLeft = false;

  constructor(sessions: Sessions & Required<Session>, lend: Lend) {
    this.sessions = sessions;
    this.lend = lend;
    this.transaction = (work, commits) => sessions.transaction(work, commits);
    this.inOneTrip = (work) => sessions.inOneTrip(work);
    this.transactionsInOneTrip = (first, second) => sessions.transactionsInOneTrip(first, second);
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

  private join<Result>(send: (session: Required<Session>, isFirst: boolean) => Promise<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.waiting.push({ send: (...on) => send(...on).then(resolve, reject), fail: reject });
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
