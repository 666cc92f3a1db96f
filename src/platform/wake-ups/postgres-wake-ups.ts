import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { describeError, type Logger } from '../observability/logger.ts';
import { MergedSends } from './merged-sends.ts';
import { WakeUpListeners, type WakeUp, type WakeUps } from './wake-ups.ts';

/** Name of the channel; the payload says who sent which signal. */
const CHANNEL = 'gateway_wake_up';
/** How often the listening connection is asked whether it lives, and how long it may take to answer, in milliseconds. */
const HEARTBEAT_MS = 5_000;
/** Rest before a lost connection is tried again, in milliseconds; it doubles up to the second. */
const RECONNECT_REST_MS = 100;
const RECONNECT_REST_MS_MAX = 2_000;

/** By itself, after the commit of what it is about: within that transaction it would make all commits wait in line. */
const NOTIFY = statement('notify_wake_up', `select pg_notify('${CHANNEL}', $1)`);

export interface PostgresWakeUpsOptions {
  readonly url: string;
  readonly database: Database;
  readonly logger: Logger;
  /** A UUID of this process: it calls its own listeners by itself. */
  readonly processId: string;
}

/** Signals through PostgreSQL: NOTIFY over the pool, LISTEN on a connection of its own that is watched and mended. */
export class PostgresWakeUps implements WakeUps {
  private readonly listeners = new WakeUpListeners();
  private readonly sends: MergedSends;
  private readonly url: string;
  private readonly logger: Logger;
  private readonly prefix: string;
  private readonly stopping = new AbortController();
  private listening: Promise<void> | undefined;

  constructor({ url, database, logger, processId }: PostgresWakeUpsOptions) {
    this.url = url;
    this.logger = logger;
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
    await this.listening;
  }

  private async keepListening(): Promise<void> {
    const { signal } = this.stopping;
    for (let restMs = RECONNECT_REST_MS; !signal.aborted; restMs = Math.min(2 * restMs, RECONNECT_REST_MS_MAX)) {
      try {
        await this.listenOnce(() => {
          restMs = RECONNECT_REST_MS;
        });
      } catch (error) {
        if (!this.stopping.signal.aborted)
          this.logger.warn({ error: describeError(error) }, 'the wake-up connection was lost');
      }
      await wait(restMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Listens on one connection for as long as it lives. */
  private async listenOnce(connected: () => void): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
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
        reject(new Error('The connection ended.'));
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
      connected();
      this.listeners.callAll();
      await lost;
    } finally {
      clearInterval(heartbeat);
      this.stopping.signal.removeEventListener('abort', cut);
      cut();
    }
  }
}
