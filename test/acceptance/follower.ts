import { createClient, type Client } from 'graphql-ws';
import { WebSocket } from 'ws';
import { resuming } from '../../src/playground/pages/shared/resuming.ts';
import { eventually, type AnyGateway } from '../support/gateway.ts';
import type { KnownEvent } from './ledger.ts';

const EVENTS = 'subscription ($after: String) { webhookEvents(after: $after) { id cursor name entityId } }';
const MESSAGES = 'subscription { webhookMessages { id state destination elapsedEventCapture elapsedHttpCall } }';

/** A delivery as the subscription shows it. */
interface LiveMessage {
  readonly id: string;
  readonly state: string;
  readonly destination: string;
}

/** ACME_PAY's stock graphql-ws client with the docs' recipe: it survives stops and starts of the gateway. */
export class Follower {
  /** The cursor after which it follows the log. */
  readonly start: string;
  readonly events: KnownEvent[] = [];
  readonly messages: LiveMessage[] = [];
  /** Errors, and results without data: there must be none. */
  readonly wrong: unknown[] = [];
  private readonly clients: Client[] = [];
  private readonly stops: (() => void)[] = [];
  private readonly gateway: AnyGateway;

  private constructor(gateway: AnyGateway, start: string) {
    this.gateway = gateway;
    this.start = start;
  }

  /** Follows the log after `cursor`, and deliveries from now on. */
  static async after(cursor: string, gateway: AnyGateway): Promise<Follower> {
    const follower = new Follower(gateway, cursor);
    follower.follow(resuming(follower.client()), { query: EVENTS, variables: { after: cursor } }, (data) =>
      follower.events.push(data['webhookEvents'] as KnownEvent),
    );
    follower.follow(resuming(follower.client()), { query: MESSAGES }, (data) =>
      follower.messages.push(data['webhookMessages'] as LiveMessage),
    );
    await Promise.all(follower.clients.map(isListening));
    return follower;
  }

  end(): void {
    for (const stop of this.stops) stop();
    // A client that is connecting to a gateway that has ended fails once more.
    for (const client of this.clients) Promise.resolve(client.dispose()).catch(() => undefined);
  }

  private client(): Client {
    const client = createClient({
      url: `${this.gateway.app.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      // The client gives up if this rejects: so the token is requested again until the gateway is back.
      connectionParams: async () => ({ Authorization: `Bearer ${await eventually(() => this.tokenNow())}` }),
      retryAttempts: Infinity,
      shouldRetry: () => true,
    });
    this.clients.push(client);
    return client;
  }

  private tokenNow(): Promise<string | undefined> {
    return this.gateway.token('acme-pay').catch(() => undefined);
  }

  private follow(
    client: Client,
    payload: { readonly query: string; readonly variables?: Record<string, unknown> },
    take: (data: Record<string, unknown>) => void,
  ): void {
    const stop = client.subscribe(payload, {
      next: ({ data, errors }) => {
        if (errors !== undefined || data === null || data === undefined) this.wrong.push(errors);
        else take(data);
      },
      error: (failure) => this.wrong.push(failure),
      complete: () => undefined,
    });
    this.stops.push(stop);
  }
}

/** Waits until a second operation of the same socket is answered: the first one has started by then. */
async function isListening(client: Client): Promise<void> {
  let isAnswered = false;
  client.subscribe(
    { query: '{ __typename }' },
    { next: () => (isAnswered = true), error: () => undefined, complete: () => undefined },
  );
  await eventually(() => Promise.resolve(isAnswered));
}
