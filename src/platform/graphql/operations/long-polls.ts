import { SOCKET_RETRY_SECONDS, type SocketCounts } from '../../limits/socket-counts.ts';
import type { WaitEnd } from '../../loops/wait-end.ts';
import { tooManyRequests } from './client-error.ts';
import type { RequestContext } from './request-context.ts';

/** Something that a request can wait for. */
export interface Awaited {
  /** Calls `notify` once it has happened; immediately if it already has. */
  whenHappened(notify: () => void): void;
}

/** Requests that wait for something to happen. While it waits, a request is only a timer. */
export class LongPolls {
  private readonly stops = new Set<() => void>();
  private isStopped = false;
  private readonly counts: SocketCounts;

  constructor(counts: SocketCounts) {
    this.counts = counts;
  }

  /**
   * Runs an operation that may wait, and counts it as a socket of its partner.
   * @throws GraphQLError RATE_LIMITED if the partner has too many
   */
  async during<Result>({ principal }: RequestContext, work: () => Promise<Result>): Promise<Result> {
    const { counts } = this;
    const refusal = counts.enter(principal?.partnerId);
    if (refusal !== undefined) throw tooManyRequests(refusal, SOCKET_RETRY_SECONDS);
    try {
      return await work();
    } finally {
      counts.leave(principal?.partnerId);
    }
  }

  /** Waits until it has happened, the time is up, the client has disconnected, or the process stops. */
  wait({ transport }: Pick<RequestContext, 'transport'>, seconds: number, awaited: Awaited): Promise<WaitEnd> {
    if (this.isStopped) return Promise.resolve('stopped');
    const { promise, resolve } = Promise.withResolvers<WaitEnd>();
    const stop = () => {
      resolve('stopped');
    };
    this.stops.add(stop);
    const timer = setTimeout(resolve, seconds * 1_000, 'nothing');
    const listenNoMore = transport.whenGone?.(() => {
      resolve('gone');
    });
    awaited.whenHappened(() => {
      resolve('happened');
    });
    return promise.finally(() => {
      this.stops.delete(stop);
      clearTimeout(timer);
      listenNoMore?.();
    });
  }

  /** Ends all waits, and later ones immediately. */
  stop(): Promise<void> {
    this.isStopped = true;
    for (const stop of this.stops) stop();
    return Promise.resolve();
  }
}
