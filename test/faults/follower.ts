import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { GatewayProcess } from '../support/gateway-process.ts';
import type { Estate } from './estate.ts';
import type { Load } from './load.ts';

const REST_MS = 30;
const EVENTS = 'subscription ($after: String) { webhookEvents(after: $after) { cursor name entityId } }';
/** Close code of a socket whose token has expired. */
const TOKEN_EXPIRED = 4403;

/** A partner's client that follows the log, and resumes after its last cursor at the next process. */
export class Follower {
  readonly seen: string[] = [];
  /** Close codes of its sockets. */
  readonly closings: number[] = [];
  private cursor: string;
  private socket: WebSocket | undefined;
  private isOver = false;
  private readonly ended: Promise<void>;

  private constructor(estate: Estate, load: Load, cursor: string) {
    this.cursor = cursor;
    this.ended = this.run(estate, load);
  }

  /** Follows from the current end of the log. */
  static async start(estate: Estate, load: Load): Promise<Follower> {
    const { data } = await load.partner.post(estate.anyApi, { query: '{ webhookEventsCursor }' });
    return new Follower(estate, load, data?.webhookEventsCursor);
  }

  /** Its number of open sockets. */
  get openSockets(): number {
    return this.socket?.readyState === WebSocket.OPEN ? 1 : 0;
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
    const token = await load.partner.tokenFor(gateway);
    const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    this.socket = socket;
    const closed = new Promise<number>((resolve) => socket.on('close', resolve));
    socket.on('error', () => undefined);
    socket.on('open', () => {
      socket.send(JSON.stringify({ type: 'connection_init', payload: { Authorization: `Bearer ${token}` } }));
    });
    socket.on('message', (text: Buffer) => {
      this.take(JSON.parse(text.toString()) as Message, socket);
    });
    const code = await closed;
    this.closings.push(code);
    if (code === TOKEN_EXPIRED) load.partner.forgetToken(gateway);
  }

  private take({ type, payload }: Message, socket: WebSocket): void {
    const variables = { after: this.cursor };
    if (type === 'connection_ack')
      socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: EVENTS, variables } }));
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
