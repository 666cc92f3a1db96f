import { createHistogram } from 'node:perf_hooks';
import { wallClock } from './event.ts';
import { LiveAnswer, type AnswerWire } from './live-answer.ts';
import { LiveSocket } from './live-socket.ts';

export type Introduction = Readonly<Record<string, string>>;

export interface SubscriberOptions {
  readonly port: number;
  readonly sockets: number;
  readonly perSocket: number;
  /** What the nth socket says of itself in `connection_init`. */
  readonly introduce: (nth: number) => Introduction;
  /** Over which wire; undefined: WebSocket. */
  readonly wire: AnswerWire | undefined;
}

/** Sockets opened at once, so that none waits for the server longer than it may. */
const OPENING_AT_ONCE = 50;
const SENT_AT = Buffer.from('"sentAt":');
/** Of so many packets one is looked into for its time: to search them all is a fifth of what the clients do. */
const PACKETS_PER_SAMPLE = 7;

/** Sockets with their subscriptions, and what they are shown: how much, and how late, by the first message of a packet. */
export class Subscribers {
  delivered = 0;
  readonly latency = createHistogram();
  private packets = 0;
  private readonly sockets: (LiveSocket | LiveAnswer)[] = [];

  /** Opens all sockets and begins all subscriptions. */
  async open({ port, sockets, perSocket, introduce, wire }: SubscriberOptions): Promise<void> {
    const openOne = (introduction: Introduction) =>
      wire === undefined
        ? this.openOne(port, perSocket, introduction)
        : this.openAnswers(port, wire, introduction, perSocket);
    for (let nth = 0; nth < sockets; nth += OPENING_AT_ONCE)
      await Promise.all(
        Array.from({ length: Math.min(OPENING_AT_ONCE, sockets - nth) }, (_, index) => openOne(introduce(nth + index))),
      );
  }

  reset(): void {
    this.delivered = 0;
    this.latency.reset();
  }

  close(): void {
    for (const socket of this.sockets) socket.close();
  }

  /** An answer is one subscription. */
  private async openAnswers(
    ...[port, wire, { Authorization = '' }, count]: [number, AnswerWire, Introduction, number]
  ): Promise<void> {
    for (let nth = 0; nth < count; nth += 1)
      this.sockets.push(await LiveAnswer.open(port, wire, Authorization, this.receive));
  }

  private async openOne(port: number, perSocket: number, introduction: object): Promise<void> {
    const socket = await LiveSocket.open(port, introduction, this.receive);
    this.sockets.push(socket);
    for (let nth = 0; nth < perSocket; nth += 1) socket.subscribe();
  }

  private readonly receive = (chunk: Buffer, messages: number): void => {
    this.delivered += messages;
    this.packets += 1;
    if (this.packets % PACKETS_PER_SAMPLE === 0) this.measure(chunk);
  };

  private measure(chunk: Buffer): void {
    const at = chunk.indexOf(SENT_AT);
    const end = chunk.indexOf(',', at);
    if (at < 0 || end < 0) return;
    const sentAt = Number(chunk.toString('latin1', at + SENT_AT.length, end));
    const lateMs = wallClock() - sentAt;
    if (lateMs > 0) this.latency.record(Math.max(1, Math.round(lateMs * 1_000)));
  }
}
