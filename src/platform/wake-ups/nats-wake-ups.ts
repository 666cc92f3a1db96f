import { connect, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node';
import type { FailingWork } from '../loops/failing-work.ts';
import { Retries } from '../loops/retries.ts';
import { WakeUpListeners, type WakeUps } from './wake-ups.ts';
import type { WakeUp } from '../loops/wake-up.ts';

/** Prefix of the subjects; the last token names the signal. */
const SUBJECT = 'partner-banking-gateway.wake-up';
/** How often the server is pinged, in milliseconds; after two unanswered pings the connection is lost. */
const PING_MS = 5_000;
/** Longest wait for a server to accept a connection, in milliseconds. */
const CONNECT_MS_MAX = 5_000;

/** Signals through NATS core, for many instances. The client reconnects by itself. */
export class NatsWakeUps implements WakeUps {
  private readonly listeners = new WakeUpListeners();
  private readonly server: NodeConnectionOptions;
  private readonly retries: Retries;
  private isStopping = false;
  private readonly stopped = Promise.withResolvers<undefined>();
  /** Delay before the next attempt to reconnect, in milliseconds. */
  private reconnectRestMs = 0;
  private receiving: Promise<void> | undefined;
  private connection: NatsConnection | undefined;

  constructor(server: NodeConnectionOptions, failing: FailingWork) {
    this.server = server;
    this.retries = new Retries({ loop: 'wake-ups', failing, usesDatabase: false });
  }

  publish(wakeUp: WakeUp): void {
    this.listeners.call(wakeUp);
    // Without a connection other processes miss it, until they poll.
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
    this.stopped.resolve(undefined);
    this.retries.end();
    await this.connection?.close();
    await this.receiving;
  }

  private async keepReceiving(): Promise<void> {
    while (!this.isStopping) await this.receive().catch((error: unknown) => this.retries.failed(error));
  }

  /** Receives until the connection is closed for good; the client reconnects a lost one. */
  private async receive(): Promise<void> {
    const connecting = connect({
      ...this.server,
      name: 'partner-banking-gateway',
      timeout: CONNECT_MS_MAX,
      noEcho: true,
      maxReconnectAttempts: -1,
      reconnectDelayHandler: () => this.reconnectRestMs,
      pingInterval: PING_MS,
      maxPingOut: 2,
    });
    const connection = await Promise.race([connecting, this.stopped.promise]);
    if (connection === undefined) {
      // A server that does not answer must not delay the end of this process.
      connecting.then(close, () => undefined);
      return;
    }
    this.connection = connection;
    if (this.isStopping) return connection.close();
    try {
      await this.receiveFrom(connection);
    } finally {
      close(connection);
    }
  }

  private async receiveFrom(connection: NatsConnection): Promise<void> {
    const subscription = connection.subscribe(`${SUBJECT}.*`, {
      callback: (error, { subject }) => {
        if (error === null) this.listeners.call(subject.slice(SUBJECT.length + 1));
      },
    });
    // The server responds once it has accepted or refused the subscription; the client closes a refused one.
    const confirm = () =>
      connection.flush().then(
        () => {
          if (!subscription.isClosed()) this.connected();
        },
        // The connection was lost, and the client reconnects.
        () => undefined,
      );
    void confirm();
    for await (const status of connection.status()) {
      // Only a new connection can receive again. A signal that may not be sent is one of many, and is only reported.
      if (status.type === 'error' && subscription.isClosed()) throw status.error;
      if (status.type === 'error') this.retries.report(status.error);
      if (status.type === 'reconnecting')
        this.reconnectRestMs = this.retries.report(new Error('There is no connection to NATS.'));
      if (status.type === 'reconnect') void confirm();
    }
    throw new Error('The connection to NATS was closed.');
  }

  private connected(): void {
    this.retries.worked();
    this.listeners.callAll();
  }
}

function close(connection: NatsConnection): void {
  connection.close().catch(() => undefined);
}
