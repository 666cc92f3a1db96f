import { connect, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node';
import type { FailingWork } from '../loops/failing-work.ts';
import { Retries } from '../loops/retries.ts';
import { WakeUpListeners, type WakeUp, type WakeUps } from './wake-ups.ts';

/** Prefix of the subjects; the last token says which signal. */
const SUBJECT = 'partner-banking-gateway.wake-up';
/** How often the server is asked whether it lives, in milliseconds; after two silent ones the connection is lost. */
const PING_MS = 5_000;

/** Signals through NATS core, for many instances. The client mends its connection by itself. */
export class NatsWakeUps implements WakeUps {
  private readonly listeners = new WakeUpListeners();
  private readonly server: NodeConnectionOptions;
  private readonly retries: Retries;
  private isStopping = false;
  /** Rest before a lost connection is tried again, in milliseconds. */
  private reconnectRestMs = 0;
  private receiving: Promise<void> | undefined;
  private connection: NatsConnection | undefined;

  constructor(server: NodeConnectionOptions, failing: FailingWork) {
    this.server = server;
    this.retries = new Retries({ loop: 'wake-ups', failing, usesDatabase: false });
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
    this.isStopping = true;
    this.retries.end();
    await this.connection?.close();
    await this.receiving;
  }

  private async keepReceiving(): Promise<void> {
    while (!this.isStopping) await this.receive().catch((error: unknown) => this.retries.failed(error));
  }

  /** Receives until the connection is closed for good; one that breaks is mended meanwhile. */
  private async receive(): Promise<void> {
    const connection = await connect({
      ...this.server,
      name: 'partner-banking-gateway',
      noEcho: true,
      maxReconnectAttempts: -1,
      reconnectDelayHandler: () => this.reconnectRestMs,
      pingInterval: PING_MS,
      maxPingOut: 2,
    });
    this.connection = connection;
    if (this.isStopping) return connection.close();
    connection.subscribe(`${SUBJECT}.*`, {
      callback: (_error, { subject }) => {
        this.listeners.call(subject.slice(SUBJECT.length + 1));
      },
    });
    this.connected();
    for await (const { type } of connection.status()) {
      if (type === 'reconnecting')
        this.reconnectRestMs = this.retries.tell(new Error('There is no connection to NATS.'));
      if (type === 'reconnect') this.connected();
    }
    throw new Error('The connection to NATS was closed.');
  }

  private connected(): void {
    this.retries.worked();
    this.listeners.callAll();
  }
}
