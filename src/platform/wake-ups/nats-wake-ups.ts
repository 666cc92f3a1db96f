import { setTimeout as wait } from 'node:timers/promises';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { describeError, type Logger } from '../observability/logger.ts';
import { WakeUpListeners, type WakeUp, type WakeUps } from './wake-ups.ts';

/** Prefix of the subjects; the last token says which signal. */
const SUBJECT = 'partner-banking-gateway.wake-up';
/** Rest before a lost connection is tried again, in milliseconds. */
const RECONNECT_REST_MS = 250;
/** How often the server is asked whether it lives, in milliseconds; after two silent ones the connection is lost. */
const PING_MS = 5_000;

/** Signals through NATS core, for many instances. The client mends its connection by itself. */
export class NatsWakeUps implements WakeUps {
  private readonly listeners = new WakeUpListeners();
  private readonly url: string;
  private readonly logger: Logger;
  private readonly stopping = new AbortController();
  private receiving: Promise<void> | undefined;
  private connection: NatsConnection | undefined;

  constructor(url: string, logger: Logger) {
    this.url = url;
    this.logger = logger;
  }

  publish(wakeUp: WakeUp): void {
    this.listeners.call(wakeUp);
    // Without a connection it is lost to the others, who look by themselves.
    if (this.connection?.isClosed() === false) this.connection.publish(`${SUBJECT}.${wakeUp}`);
  }

  listen(wakeUp: WakeUp, listener: () => void): void {
    this.listeners.add(wakeUp, listener);
  }

  start(): void {
    this.receiving ??= this.keepReceiving();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.connection?.close();
    await this.receiving;
  }

  private async keepReceiving(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        await this.receive();
      } catch (error) {
        this.logger.warn({ error: describeError(error) }, 'NATS cannot be reached: readers look by themselves');
      }
      await wait(RECONNECT_REST_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Receives until the connection is closed for good; one that breaks is mended meanwhile. */
  private async receive(): Promise<void> {
    const connection = await connect({
      servers: this.url,
      name: 'partner-banking-gateway',
      noEcho: true,
      maxReconnectAttempts: -1,
      reconnectTimeWait: RECONNECT_REST_MS,
      pingInterval: PING_MS,
      maxPingOut: 2,
    });
    this.connection = connection;
    if (this.stopping.signal.aborted) return connection.close();
    connection.subscribe(`${SUBJECT}.*`, {
      callback: (_error, { subject }) => {
        this.listeners.call(subject.slice(SUBJECT.length + 1));
      },
    });
    this.listeners.callAll();
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') this.logger.warn('the wake-up connection was lost');
      if (type === 'reconnect') this.listeners.callAll();
    }
  }
}
