import { createClient, type Client } from 'graphql-ws';
import { WebSocket } from 'ws';
import { resuming } from '../../src/playground/pages/shared/resuming.ts';
import { until } from '../faults/recovery.ts';
import type { GatewayProcess } from '../support/gateway-process.ts';
import type { Gateways } from './gateways.ts';

const EVENTS = 'subscription ($after: String) { webhookEvents(after: $after) { id cursor entityId } }';
/** Longest wait before a socket that fell is tried again, in milliseconds. */
const RETRY_MS_MAX = 500;

interface LiveEvent {
  readonly id: string;
  readonly entityId: string;
}

/** Many subscribers of one log, each with the stock client of graphql-ws and README's recipe for going on. */
export class Subscribers {
  /** Answers that nobody ought to get. */
  readonly wrong: unknown[] = [];
  /** The cursor from which on they follow. */
  readonly after: string;
  /** When each subject came in at the last of all, by its id, and at how many. */
  private readonly arrivals = new Map<string, { at: number; count: number }>();
  private readonly all: Subscriber[] = [];
  /** A number for each event: so many subscribers each remember so many, and a text would be one of its own for each. */
  private readonly numbers = new Map<string, number>();

  private constructor(after: string) {
    this.after = after;
  }

  /** All follow from the end of the log as it is now, in turns at the processes that serve. */
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

  /** How many events have come in, of all subscribers together. */
  get seen(): number {
    return this.all.reduce((sum, { seen }) => sum + seen.length, 0);
  }

  /** How often sockets were opened again. */
  get reconnects(): number {
    return this.all.reduce((sum, { connects }) => sum + connects - 1, 0);
  }

  /** Cuts every other socket, as networks do when a machine dies. */
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

  /** When the event of a subject had come in everywhere; undefined: it has not yet. */
  arrivedAt(entityId: string): number | undefined {
    const { at = 0, count = 0 } = this.arrivals.get(entityId) ?? {};
    return count >= this.size ? at : undefined;
  }

  /** Waits until all have so many events, or until nothing more can be expected. */
  async have(count: number): Promise<void> {
    await until(`all subscribers have ${count} events`, () => this.all.every(({ seen }) => seen.length >= count)).catch(
      (error: unknown) => this.wrong.push(error),
    );
  }

  /** What is wrong with what they saw, a sentence each: all must have seen these events, each once, in their order. */
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
    // What was sent before it on the same socket has begun when it is answered.
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
    // One that is just trying to connect to a gateway that has ended fails once more.
    Promise.resolve(this.client.dispose()).catch(() => undefined);
  }
}
