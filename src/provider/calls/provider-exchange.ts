import type { Dispatcher } from 'undici';
import { GIVEN_UP, isCallersBug } from '../../platform/outbound/call-failure.ts';
import type { Passage } from '../gate/provider-gate.ts';

/** Result of one request. */
export type Exchanged =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  | Unanswered;

/** Either certainly nothing was sent, or no complete answer arrived. */
interface Unanswered {
  readonly kind: 'not sent' | 'no answer';
  /** Whether we ended it: it took too long, or its answer was too large. */
  readonly isGivenUp: boolean;
}

/** Least share of the timeout after which giving a request up counts as a fault (ours): others waited for a turn. */
const PATIENCE_MIN = 0.25;

/** Checks whether the provider itself has failed: a timeout counts only if it had enough time. */
export function isFault(exchanged: Exchanged, { isProbe, beganMs }: Passage, timeoutMs: number): boolean {
  if (exchanged.kind === 'answer') return exchanged.status >= 500;
  return !exchanged.isGivenUp || isProbe || performance.now() - beganMs >= timeoutMs * PATIENCE_MIN;
}

/** Largest body of an answer, in bytes (ours): many times the size of the largest page of a list. */
const BODY_BYTES_MAX = 1024 * 1024;

interface ExchangeOrder {
  /** Longest wait for the complete answer, in milliseconds. */
  readonly timeoutMs: number;
  /** Called once. */
  readonly settle: (outcome: Exchanged) => void;
  /** Called instead if the request itself is invalid, such as a header with a line break. */
  readonly refuse: (bug: Error) => void;
}

/** One request and its complete answer, as undici reports it. */
export class ProviderExchange implements Dispatcher.DispatchHandler {
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
    // Interim responses (103 and the like) are ignored; the timeout keeps running.
    if (status < 200) return;
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
    this.settle({ kind: 'answer', status, headers, body: Buffer.concat(this.chunks).toString() });
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    if (!isCallersBug(error)) this.settle({ kind: this.isSent ? 'no answer' : 'not sent', isGivenUp: false });
    else if (!this.isSettled) {
      this.end();
      this.order.refuse(error);
    }
  }

  private settle(outcome: Exchanged): void {
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
