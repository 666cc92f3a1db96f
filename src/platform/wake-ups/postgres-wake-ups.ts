import pg from 'pg';
import { connectionOptions } from '../postgres/connection-url.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../statements/statement.ts';
import type { FailingWork } from '../loops/failing-work.ts';
import { Retries } from '../loops/retries.ts';
import { MergedSends } from './merged-sends.ts';
import { WakeUpListeners, type WakeUp, type WakeUps } from './wake-ups.ts';

/** Name of the channel; the payload says who sent which signal. */
const CHANNEL = 'gateway_wake_up';
/** How often the listening connection is asked whether it lives, and how long it may take to answer, in milliseconds. */
const HEARTBEAT_MS = 5_000;

/** By itself, after the commit of what it is about: within that transaction it would make all commits wait in line. */
const NOTIFY = statement('notify_wake_up', `select pg_notify('${CHANNEL}', $1)`);

export interface PostgresWakeUpsOptions {
  readonly url: string;
  readonly database: Database;
  readonly failing: FailingWork;
  /** A UUID of this process: it calls its own listeners by itself. */
  readonly processId: string;
}

/** Signals through PostgreSQL: NOTIFY over the pool, LISTEN on a connection of its own that is watched and mended. */
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
      // What cannot be sent is lost to the others, who look by themselves.
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

  /** Listens on one connection for as long as it lives. */
  private async listenOnce(): Promise<void> {
    const client = new pg.Client({
      ...connectionOptions(this.url),
      application_name: 'partner-banking-gateway-wake-ups',
      connectionTimeoutMillis: HEARTBEAT_MS,
      query_timeout: HEARTBEAT_MS,
      keepAlive: true,
    });
    // A polite end would wait for a network that is dead.
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
