import { createClient, type Client } from 'graphql-ws';
import { WebSocket } from 'ws';
import { resuming } from '../../src/playground/pages/shared/resuming.ts';
import { until } from '../faults/recovery.ts';
import type { GatewayProcess } from '../support/gateway-process.ts';
import type { Gateways } from './gateways.ts';

const EVENTS = 'subscription ($after: String) { webhookEvents(after: $after) { id cursor entityId } }';
/** Longest backoff before a lost socket is reopened, in milliseconds. */
const RETRY_MS_MAX = 500;

interface LiveEvent {
  readonly id: string;
  readonly entityId: string;
}

/** Many subscribers of one log, each with the graphql-ws client and README's recipe for resuming. */
export class Subscribers {
  /** Answers that no client must get. */
  readonly wrong: unknown[] = [];
  /** The cursor after which they follow. */
  readonly after: string;
  /** By subject: when its event last arrived at a subscriber, and at how many it has. */
  private readonly arrivals = new Map<string, { at: number; count: number }>();
  private readonly all: Subscriber[] = [];
  /** A number for each event: with so many subscribers and events, numbers need less memory than a string for each. */
  private readonly numbers = new Map<string, number>();

  private constructor(after: string) {
    this.after = after;
  }

  /** Starts subscribers from the current end of the log, distributed over the `api` processes. */
  static async start(count: number, gateways: Gateways): Promise<Subscribers> {
    const { data } = await gateways.ask(gateways.at(0), '{ webhookEventsCursor }');
    const subscribers = new Subscribers(data?.webhookEventsCursor);
    for (let index = 0; index < count; index += 1) {
      const api = gateways.at(index);
      subscribers.all.push(new Subscriber(api, gateways.tokenOf(api), subscribers));
    }
    await until('all subscribers listen', () => subscribers.all.every(({ isListening }) => isListening));
    return subscribers;
  }

  get size(): number {
    return this.all.length;
  }

  /** Number of received events of all subscribers together. */
  get seen(): number {
    return this.all.reduce((sum, { seen }) => sum + seen.length, 0);
  }

  /** How often sockets were reopened. */
  get reconnects(): number {
    return this.all.reduce((sum, { connects }) => sum + connects - 1, 0);
  }

  /** Cuts every other socket without a close frame, as when a machine dies. */
  cutHalf(): void {
    for (const [index, subscriber] of this.all.entries()) if (index % 2 === 0) subscriber.cut();
  }

  take(event: LiveEvent): number {
    const arrival = this.arrivals.get(event.entityId) ?? { at: 0, count: 0 };
    arrival.at = performance.now();
    arrival.count += 1;
    this.arrivals.set(event.entityId, arrival);
    const number = this.numbers.get(event.id) ?? this.numbers.size;
    this.numbers.set(event.id, number);
    return number;
  }

  /** Returns when the event of a subject had arrived everywhere; undefined: not yet. */
  arrivedAt(entityId: string): number | undefined {
    const { at = 0, count = 0 } = this.arrivals.get(entityId) ?? {};
    return count >= this.size ? at : undefined;
  }

  /** Waits until all have `count` events; a timeout is added to `wrong`. */
  async have(count: number): Promise<void> {
    await until(`all subscribers have ${count} events`, () => this.all.every(({ seen }) => seen.length >= count)).catch(
      (error: unknown) => this.wrong.push(error),
    );
  }

  /** Returns what is wrong, one sentence each: all must have received exactly these events, in order. */
  judge(events: readonly string[]): string[] {
    const wanted = events.map((id) => this.numbers.get(id));
    return this.all.flatMap(({ seen }, index) => {
      const isRight = seen.length === wanted.length && seen.every((number, nth) => number === wanted[nth]);
      if (isRight) return [];
      const distinct = new Set<number | undefined>(seen);
      const lost = wanted.filter((number) => !distinct.has(number)).length;
      const doubled = seen.length - distinct.size;
      return [`subscriber ${index} saw ${seen.length} of ${wanted.length}: ${lost} lost, ${doubled} doubled`];
    });
  }

  end(): void {
    for (const subscriber of this.all) subscriber.end();
  }
}

class Subscriber {
  readonly seen: number[] = [];
  connects = 0;
  isListening = false;
  private socket: WebSocket | undefined;
  private readonly client: Client;
  private readonly stop: () => void;

  constructor(api: GatewayProcess, token: string, subscribers: Subscribers) {
    this.client = createClient({
      url: `${api.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { Authorization: `Bearer ${token}` },
      retryAttempts: Infinity,
      retryWait: () => new Promise((resolve) => setTimeout(resolve, Math.random() * RETRY_MS_MAX)),
      shouldRetry: () => true,
      on: {
        connected: (socket) => {
          this.socket = socket as WebSocket;
          this.connects += 1;
        },
      },
    });
    this.stop = resuming(this.client).subscribe<{ webhookEvents: LiveEvent }>(
      { query: EVENTS, variables: { after: subscribers.after } },
      {
        next: ({ data, errors }) => {
          if (errors !== undefined || data === null || data === undefined) subscribers.wrong.push(errors);
          else this.seen.push(subscribers.take(data.webhookEvents));
        },
        error: (failure) => subscribers.wrong.push(failure),
        complete: () => undefined,
      },
    );
    // Its answer shows that the subscription, which was sent before it on the same socket, has started.
    this.client.subscribe(
      { query: '{ __typename }' },
      { next: () => (this.isListening = true), error: () => undefined, complete: () => undefined },
    );
  }

  cut(): void {
    this.socket?.terminate();
  }

  end(): void {
    this.stop();
    // A client that is connecting to a gateway that has ended fails once more.
    Promise.resolve(this.client.dispose()).catch(() => undefined);
  }
}
