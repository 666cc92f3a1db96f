import type { Dispatcher } from 'undici';
import { callFailureOf, GIVEN_UP, isCallersBug, type CallFailure } from './call-failure.ts';

/** The head of the endpoint's response, or why there is none. */
export type CallOutcome = CallAnswer | FailedCall;

interface CallAnswer {
  /** From the start of the call to the head of the response, in microseconds. */
  readonly elapsedMicroseconds: number;
  /** HTTP status, 200 or above; redirects are not followed. */
  readonly status: number;
  /** Text of the header, unchecked. */
  readonly retryAfter: string | undefined;
}

interface FailedCall {
  /** From the start of the call to the failure, in microseconds. */
  readonly elapsedMicroseconds: number;
  readonly failure: CallFailure;
}

/** Maximum that is read of a response body, in bytes; its content is not used. */
const BODY_BYTES_MAX = 16 * 1024;
/** Longest wait for a response body after its head, in milliseconds; then the connection is closed. */
const BODY_TIMEOUT_MS = 1_000;

export interface CallOrder {
  /** Longest wait for the head of the response, in milliseconds, including look-up, connection and queue. */
  readonly timeoutMs: number;
  readonly isTls: boolean;
  /** Called once. */
  readonly settle: (outcome: CallOutcome) => void;
  /** Called instead if the order itself is invalid, such as a header with a line break. */
  readonly refuse: (bug: Error) => void;
}

/**
 * One call, as undici reports it. The head of the response is its outcome; the body is read, within bounds, so that the
 * connection can be used again.
 */
export class OutboundCall implements Dispatcher.DispatchHandler {
  private isSettled = false;
  private bodyBytes = 0;
  private controller: Dispatcher.DispatchController | undefined;
  private timer: NodeJS.Timeout;
  private readonly orderedAt = performance.now();
  private readonly order: CallOrder;

  constructor(order: CallOrder) {
    this.order = order;
    this.timer = setTimeout(() => {
      this.fail({ kind: 'timeout', message: `timeout after ${order.timeoutMs / 1_000} s` });
    }, order.timeoutMs);
  }

  /** Ends the call with a failure, unless it already has an outcome; closes its connection. */
  fail(failure: CallFailure): void {
    if (this.isSettled) return;
    this.settle({ elapsedMicroseconds: this.elapsed(), failure });
    this.giveUp();
  }

  /** Called once a connection is available, which can be too late if the call was queued. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.isSettled) this.giveUp();
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    const retryAfter = headers['retry-after'];
    this.settle({
      elapsedMicroseconds: this.elapsed(),
      status,
      retryAfter: typeof retryAfter === 'string' ? retryAfter : retryAfter?.[0],
    });
    this.timer = setTimeout(() => {
      this.giveUp();
    }, BODY_TIMEOUT_MS);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.bodyBytes += chunk.length;
    if (this.bodyBytes > BODY_BYTES_MAX) this.giveUp();
  }

  onResponseEnd(): void {
    this.letGo();
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    const isSent = this.controller !== undefined;
    this.letGo();
    if (this.isSettled) return;
    if (isCallersBug(error)) {
      this.isSettled = true;
      this.order.refuse(error);
      return;
    }
    const failure = callFailureOf(error, { isTls: this.order.isTls, isSent });
    this.settle({ elapsedMicroseconds: this.elapsed(), failure });
  }

  private settle(outcome: CallOutcome): void {
    clearTimeout(this.timer);
    this.isSettled = true;
    this.order.settle(outcome);
  }

  private giveUp(): void {
    const { controller } = this;
    this.letGo();
    controller?.abort(GIVEN_UP);
  }

  /** Drops references to the connection: if they outlive the call, garbage collection costs a tenth of a call. */
  private letGo(): void {
    clearTimeout(this.timer);
    this.controller = undefined;
  }

  private elapsed(): number {
    return Math.round((performance.now() - this.orderedAt) * 1_000);
  }
}
