import type { Dispatcher } from 'undici';
import { GIVEN_UP, isCallersBug } from './call-failure.ts';

/** A complete answer. */
export interface Answer<Body> {
  readonly kind: 'answer';
  readonly status: number;
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
}

/** Either certainly nothing was sent, or no complete answer arrived. */
export interface Unanswered {
  readonly kind: 'not sent' | 'no answer';
  /** Whether we ended it: it took too long, or its answer was too large, or had too many elements. */
  readonly isGivenUp: boolean;
}

/** Result of one request, with the body as it was sent. */
export type ReceivedAnswer = Answer<Buffer> | Unanswered;

/** Largest body of an answer, in bytes (ours): many times the size of the largest page of a list. */
export const BODY_BYTES_MAX = 1024 * 1024;

interface ExchangeOrder {
  /** Longest wait for the complete answer, in milliseconds. */
  readonly timeoutMs: number;
  /** Called once. */
  readonly settle: (outcome: ReceivedAnswer) => void;
  /** Called instead if the request itself is invalid, such as a header with a line break. */
  readonly refuse: (bug: Error) => void;
}

/** One request and its complete answer, as undici reports it. */
export class Exchange implements Dispatcher.DispatchHandler {
  private isSettled = false;
  private isSent = false;
  private controller: Dispatcher.DispatchController | undefined;
  private status = 0;
  private headers: Readonly<Record<string, string>> = {};
  private bytes = 0;
  private readonly chunks: Buffer[] = [];
  private readonly timer: NodeJS.Timeout;
  private readonly order: ExchangeOrder;

  constructor(order: ExchangeOrder) {
    this.order = order;
    this.timer = setTimeout(() => {
      this.giveUp();
    }, order.timeoutMs);
  }

  /** Ends it without an answer, unless it has its outcome, and closes its connection. */
  giveUp(): void {
    const { controller } = this;
    this.settle({ kind: this.isSent ? 'no answer' : 'not sent', isGivenUp: true });
    controller?.abort(GIVEN_UP);
  }

  /** A connection is ready, and the request is written to it next, unless it is too late. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.isSettled) {
      controller.abort(GIVEN_UP);
      return;
    }
    this.controller = controller;
    this.isSent = true;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    this.status = status;
    this.headers = Object.fromEntries(
      Object.entries(headers).map(([name, value = '']) => [name, typeof value === 'string' ? value : value.join(', ')]),
    );
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.bytes > BODY_BYTES_MAX) this.giveUp();
    else this.chunks.push(chunk);
  }

  onResponseEnd(): void {
    const { status, headers } = this;
    this.settle({ kind: 'answer', status, headers, body: Buffer.concat(this.chunks) });
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    if (!isCallersBug(error)) this.settle({ kind: this.isSent ? 'no answer' : 'not sent', isGivenUp: false });
    else if (!this.isSettled) {
      this.end();
      this.order.refuse(error);
    }
  }

  private settle(outcome: ReceivedAnswer): void {
    if (this.isSettled) return;
    this.end();
    this.order.settle(outcome);
  }

  /** Releases everything of the connection. */
  private end(): void {
    clearTimeout(this.timer);
    this.isSettled = true;
    this.controller = undefined;
  }
}
