import { createHistogram } from 'node:perf_hooks';
import { wallClock } from './event.ts';
import { LiveAnswer, type AnswerWire } from './live-answer.ts';
import { LiveSocket } from './live-socket.ts';

export type Introduction = Readonly<Record<string, string>>;

export interface SubscriberOptions {
  readonly port: number;
  readonly sockets: number;
  readonly perSocket: number;
  /** Returns the payload of `connection_init` of the nth socket. */
  readonly introduce: (nth: number) => Introduction;
  /** Transport; WebSocket if undefined. */
  readonly wire: AnswerWire | undefined;
}

/** Sockets that are opened concurrently: few enough that none times out while it waits for the server. */
const OPENING_AT_ONCE = 50;
const SENT_AT = Buffer.from('"sentAt":');
/** The time of one in this many packets is read: searching all of them is a fifth of the clients' work. */
const PACKETS_PER_SAMPLE = 7;

/** Sockets with subscriptions. They count messages, and measure how late the first one of a packet is. */
export class Subscribers {
  delivered = 0;
  readonly latency = createHistogram();
  private packets = 0;
  private readonly sockets: (LiveSocket | LiveAnswer)[] = [];

  /** Opens all sockets and starts all subscriptions. */
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

  /** Opens answers, each of which is one subscription. */
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
