import type { Dispatcher } from 'undici';
import { callFailureOf, isCallersBug, type CallFailure } from './call-failure.ts';

/** The head of the endpoint's answer, or why there is none. */
export type CallOutcome = CallAnswer | FailedCall;

interface CallAnswer {
  /** From the order to call until the answer's head, in microseconds. */
  readonly elapsedMicroseconds: number;
  /** HTTP status, 200 or above; redirects are not followed. */
  readonly status: number;
  /** The header's text, unchecked. */
  readonly retryAfter: string | undefined;
}

interface FailedCall {
  /** From the order to call until its failure, in microseconds. */
  readonly elapsedMicroseconds: number;
  readonly failure: CallFailure;
}

/** Most that is read of an answer's body, in bytes; the body says nothing we want to know. */
const BODY_BYTES_MAX = 16 * 1024;
/** Longest that an answer's body is waited for after its head, in milliseconds. Then its connection is given up. */
const BODY_TIMEOUT_MS = 1_000;

/** Given to undici when a connection is given up; the outcome is there by then. */
const GIVEN_UP = new Error('The connection attempt was abandoned.');

export interface CallOrder {
  /** Longest wait for the answer's head, in milliseconds; waiting for a name, a connection and a turn included. */
  readonly timeoutMs: number;
  readonly isTls: boolean;
  /** Called once. */
  readonly settle: (outcome: CallOutcome) => void;
  /** Called instead when the order itself makes no sense, such as a header with a line break. */
  readonly refuse: (bug: Error) => void;
}

/**
 * One call, as undici reports it. Its outcome is there with the head of the answer; what follows is read so that the
 * connection can be used again, within bounds.
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

  /** Ends the call with a failure, unless it has its outcome; its connection is closed. */
  fail(failure: CallFailure): void {
    if (this.isSettled) return;
    this.settle({ elapsedMicroseconds: this.elapsed(), failure });
    this.giveUp();
  }

  /** A connection is there. It may be late: the call was waiting its turn. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.isSettled) this.giveUp();
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    // Interim answers (103 and the like) say nothing; the timeout goes on.
    if (status < 200) return;
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

  /** Holds nothing of the connection any longer: what outlives its call costs the garbage collector a tenth of a call. */
  private letGo(): void {
    clearTimeout(this.timer);
    this.controller = undefined;
  }

  private elapsed(): number {
    return Math.round((performance.now() - this.orderedAt) * 1_000);
  }
}
