import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createHistogram } from 'node:perf_hooks';
import { WebSocket } from 'ws';
import { DOCUMENT } from './event.ts';
import { FrameCounter } from './frame-counter.ts';

export interface SubscriberOptions {
  readonly port: number;
  readonly sockets: number;
  readonly perSocket: number;
  /** What the nth socket says of itself in `connection_init`. */
  readonly introduce: (nth: number) => object;
}

/** Sockets opened at once, so that none waits for the server longer than it may. */
const OPENING_AT_ONCE = 50;
/** An empty pong of a client, masked with zeros. */
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);
const SENT_AT = '"sentAt":';

/** Sockets with their subscriptions, and what they are shown: how much, and how late the first of each packet is. */
export class Subscribers {
  delivered = 0;
  readonly latency = createHistogram();
  private readonly sockets: WebSocket[] = [];

  /** Opens all sockets and begins all subscriptions. */
  async open({ port, sockets, perSocket, introduce }: SubscriberOptions): Promise<void> {
    for (let nth = 0; nth < sockets; nth += OPENING_AT_ONCE)
      await Promise.all(
        Array.from({ length: Math.min(OPENING_AT_ONCE, sockets - nth) }, (_, index) =>
          this.openOne(port, perSocket, introduce(nth + index)),
        ),
      );
  }

  reset(): void {
    this.delivered = 0;
    this.latency.reset();
  }

  close(): void {
    for (const socket of this.sockets) socket.terminate();
  }

  private async openOne(port: number, perSocket: number, payload: object): Promise<void> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql`, 'graphql-transport-ws', {
      perMessageDeflate: false,
    });
    this.sockets.push(socket);
    const upgraded = new Promise<IncomingMessage>((resolve) => socket.once('upgrade', resolve));
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init', payload }));
    await once(socket, 'message');
    const { socket: raw } = await upgraded;
    // From here on the bytes are only counted: to read every message would measure the clients, not the server.
    raw.removeAllListeners('data');
    const counter = new FrameCounter(() => raw.write(PONG));
    raw.on('data', (chunk: Buffer) => {
      this.receive(chunk, counter.count(chunk));
    });
    for (let nth = 0; nth < perSocket; nth += 1)
      socket.send(JSON.stringify({ id: randomUUID(), type: 'subscribe', payload: { query: DOCUMENT } }));
  }

  private receive(chunk: Buffer, messages: number): void {
    this.delivered += messages;
    const at = chunk.indexOf(SENT_AT);
    const end = chunk.indexOf(',', at);
    if (at < 0 || end < 0) return;
    const sentAt = Number(chunk.toString('latin1', at + SENT_AT.length, end));
    const lateMs = performance.timeOrigin + performance.now() - sentAt;
    if (lateMs > 0) this.latency.record(Math.max(1, Math.round(lateMs * 1_000)));
  }
}
