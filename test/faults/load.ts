import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { accountOf, type GatewayProcess } from '../support/gateway-process.ts';
import type { GraphqlBody } from '../support/gateway.ts';
import { CREATE_POCKET, pocketInput } from '../support/pockets.ts';
import { APIS, type Estate } from './estate.ts';

const REST_MS = 30;
const EVENTS = 'subscription ($after: String) { webhookEvents(after: $after) { cursor name entityId } }';

/** Partners' clients while faults strike: what they were told, and what they must find again. */
export class Load {
  /** Numbers of pockets by the key that made them. */
  readonly acknowledged = new Map<string, string>();
  /** Keys whose answer never came, or was to try again. */
  readonly unanswered = new Set<string>();
  /** Numbers of pockets that a fault itself has made. */
  readonly acknowledgedElsewhere: string[] = [];
  /** Answers that nobody ought to get. */
  readonly wrong: string[] = [];
  /** The longest that a client was kept waiting, in milliseconds. */
  slowestMs = 0;
  private readonly estate: Estate;
  private readonly tokens = new WeakMap<GatewayProcess, Promise<string>>();
  private isOver = false;
  private running: Promise<unknown> = Promise.resolve();

  constructor(estate: Estate) {
    this.estate = estate;
  }

  begin(clients: number): void {
    this.isOver = false;
    this.slowestMs = 0;
    this.running = Promise.all(Array.from({ length: clients }, (_, index) => this.work(index)));
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.running;
  }

  /** Sends one createPocket; true when it is answered as it ought to be. */
  async create(key: string, gateway: GatewayProcess, signal?: AbortSignal): Promise<boolean> {
    const began = performance.now();
    try {
      const variables = { input: pocketInput({ idempotencyKey: key, accountNumber: accountOf(key) }) };
      const body = await this.post(gateway, { query: CREATE_POCKET, variables }, signal);
      return this.note(key, body);
    } catch {
      this.unanswered.add(key);
      return false;
    } finally {
      this.slowestMs = Math.max(this.slowestMs, performance.now() - began);
    }
  }

  /** @throws when no answer comes back */
  async post(gateway: GatewayProcess, request: object, signal?: AbortSignal): Promise<GraphqlBody> {
    const token = await this.tokenFor(gateway);
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(request),
      ...(signal && { signal }),
    });
    return (await response.json()) as GraphqlBody;
  }

  tokenFor(gateway: GatewayProcess): Promise<string> {
    const token = this.tokens.get(gateway) ?? gateway.freshToken();
    token.catch(() => this.tokens.delete(gateway));
    this.tokens.set(gateway, token);
    return token;
  }

  private note(key: string, { data, errors = [] }: GraphqlBody): boolean {
    const number = data?.createPocket?.pocket?.number;
    if (typeof number === 'string') {
      const before = this.acknowledged.get(key) ?? number;
      if (before !== number) this.wrong.push(`the key ${key} made ${before}, and then ${number}`);
      this.acknowledged.set(key, number);
      this.unanswered.delete(key);
      return true;
    }
    const codes = errors.map(({ extensions }) => extensions['code']);
    const isRetryable = codes.length > 0 && codes.every((code) => code === 'SERVICE_UNAVAILABLE');
    if (isRetryable) this.unanswered.add(key);
    else this.wrong.push(JSON.stringify({ data, errors }));
    return false;
  }

  private async work(index: number): Promise<void> {
    for (let round = index; !this.isOver; round += 1) {
      const key = randomUUID();
      const { apis } = this.estate;
      const [first, second] = [apis[round % apis.length], apis[(round + 1) % apis.length]];
      if (first === undefined || second === undefined) return;
      if (!(await this.create(key, first))) await this.create(key, second);
      await wait(REST_MS);
    }
  }
}

/** A partner's client that follows the log and goes on from its last cursor, at whichever process there is. */
export class Follower {
  readonly seen: string[] = [];
  /** With which codes its sockets were closed. */
  readonly closings: number[] = [];
  private cursor: string;
  private socket: WebSocket | undefined;
  private isOver = false;
  private readonly ended: Promise<void>;

  private constructor(estate: Estate, load: Load, cursor: string) {
    this.cursor = cursor;
    this.ended = this.run(estate, load);
  }

  /** Follows from the end of the log as it is now. */
  static async start(estate: Estate, load: Load): Promise<Follower> {
    const { data } = await load.post(estate.process(APIS[0] ?? ''), { query: '{ webhookEventsCursor }' });
    return new Follower(estate, load, data?.webhookEventsCursor);
  }

  end(): Promise<void> {
    this.isOver = true;
    this.socket?.terminate();
    return this.ended;
  }

  private async run(estate: Estate, load: Load): Promise<void> {
    for (let turn = 0; !this.isOver; turn += 1) {
      const gateway = estate.apis[turn % estate.apis.length];
      if (gateway !== undefined) await this.listen(gateway, load).catch(() => undefined);
      await wait(REST_MS);
    }
  }

  private async listen(gateway: GatewayProcess, load: Load): Promise<void> {
    const token = await load.tokenFor(gateway);
    const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    this.socket = socket;
    const closed = new Promise<void>((resolve) => {
      socket.on('close', (code) => {
        this.closings.push(code);
        resolve();
      });
    });
    socket.on('error', () => undefined);
    socket.on('open', () => {
      socket.send(JSON.stringify({ type: 'connection_init', payload: { Authorization: `Bearer ${token}` } }));
    });
    socket.on('message', (text: Buffer) => {
      this.take(JSON.parse(text.toString()) as Message, socket);
    });
    await closed;
  }

  private take({ type, payload }: Message, socket: WebSocket): void {
    if (type === 'connection_ack')
      socket.send(
        JSON.stringify({
          id: '1',
          type: 'subscribe',
          payload: { query: EVENTS, variables: { after: this.cursor } },
        }),
      );
    const event = payload?.data?.webhookEvents;
    if (type === 'next' && event !== undefined) {
      this.cursor = event.cursor;
      if (event.name === 'POCKET_ACCOUNT_WAS_CREATED') this.seen.push(event.entityId);
    }
    if (type === 'error' || type === 'complete') socket.terminate();
  }
}

interface Message {
  readonly type: string;
  readonly payload?: {
    readonly data?: {
      readonly webhookEvents: { readonly cursor: string; readonly name: string; readonly entityId: string };
    };
  };
}
