import pg from 'pg';
import { connectionOptions } from '../postgres/connection-url.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../statements/statement.ts';
import type { FailingWork } from '../loops/failing-work.ts';
import { Retries } from '../loops/retries.ts';
import { MergedSends } from './merged-sends.ts';
import { WakeUpListeners, type WakeUps } from './wake-ups.ts';
import type { WakeUp } from '../loops/wake-up.ts';

/** Name of the channel; the payload names the sender and the signal. */
const CHANNEL = 'gateway_wake_up';
/** How often the listening connection is checked, and how long a response may take, in milliseconds. */
const HEARTBEAT_MS = 5_000;

/** Runs on its own, after the commit that it announces: within that transaction it would serialize all commits. */
const NOTIFY = statement('notify_wake_up', `select pg_notify('${CHANNEL}', $1)`);

export interface PostgresWakeUpsOptions {
  readonly url: string;
  readonly database: Database;
  readonly failing: FailingWork;
  /** A UUID of this process, which ignores its own notifications: it calls its listeners directly. */
  readonly processId: string;
}

/** Signals through PostgreSQL: NOTIFY over the pool, LISTEN on a dedicated connection that is reopened when lost. */
export class PostgresWakeUps implements WakeUps {
  private readonly listeners = new WakeUpListeners();
  private readonly sends: MergedSends;
  private readonly url: string;
  private readonly retries: Retries;
  private readonly prefix: string;
  private readonly stopping = new AbortController();
  private listening: Promise<void> | undefined;

  constructor({ url, database, failing, processId }: PostgresWakeUpsOptions) {
    this.url = url;
    this.retries = new Retries({ loop: 'wake-ups', failing });
    this.prefix = `${processId} `;
    this.sends = new MergedSends(async (wakeUp) => {
      // Other processes miss what cannot be sent, until they poll.
      await database.run(NOTIFY, [this.prefix + wakeUp]).catch(() => undefined);
    });
  }

  publish(wakeUp: WakeUp): void {
    this.listeners.call(wakeUp);
    this.sends.ask(wakeUp);
  }

  listen(wakeUp: WakeUp, listener: () => void): void {
    this.listeners.add(wakeUp, listener);
  }

  start(): void {
    this.listening ??= this.keepListening();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.retries.end();
    await this.listening;
  }

  private async keepListening(): Promise<void> {
    while (!this.stopping.signal.aborted) await this.listenOnce().catch((error: unknown) => this.retries.failed(error));
  }

  /** Listens on one connection until it is lost. */
  private async listenOnce(): Promise<void> {
    const client = new pg.Client({
      ...connectionOptions(this.url),
      application_name: 'partner-banking-gateway-wake-ups',
      connectionTimeoutMillis: HEARTBEAT_MS,
      query_timeout: HEARTBEAT_MS,
      keepAlive: true,
    });
    // A graceful close would wait for a dead network.
    const cut = () => client.connection.stream.destroy();
    const lost = new Promise<never>((_resolve, reject) => {
      client.on('error', reject);
      client.on('end', () => {
        reject(new Error('Connection ended.'));
      });
    });
    lost.catch(cut);
    client.on('notification', ({ payload = '' }) => {
      if (!payload.startsWith(this.prefix)) this.listeners.call(payload.slice(this.prefix.length));
    });
    this.stopping.signal.addEventListener('abort', cut);
    const heartbeat = setInterval(() => void client.query('select').catch(cut), HEARTBEAT_MS);
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      this.retries.worked();
      this.listeners.callAll();
      await lost;
    } finally {
      clearInterval(heartbeat);
      this.stopping.signal.removeEventListener('abort', cut);
      cut();
    }
  }
}
