import type { SocketCounts } from '../../sockets/socket-counts.ts';
import { tooManyAtOnce } from './client-error.ts';
import type { RequestContext } from './request-context.ts';

/** How a wait has ended. */
export type WaitEnd = 'happened' | 'nothing' | 'gone' | 'stopped';

/** Something that may happen. */
export interface Awaited {
  /** Calls once it has, at once where it has already. */
  whenHappened(tell: () => void): void;
}

/** Requests that wait for something to happen. While one waits it is a timer and nothing else. */
export class LongPolls {
  private readonly stops = new Set<() => void>();
  private isStopped = false;
  private readonly counts: SocketCounts;

  constructor(counts: SocketCounts) {
    this.counts = counts;
  }

  /**
   * Runs an operation that may wait: it counts as a socket of its partner.
   * @throws GraphQLError RATE_LIMITED where the partner has as many as it may
   */
  async during<Result>({ principal }: RequestContext, work: () => Promise<Result>): Promise<Result> {
    const { counts } = this;
    if (!counts.enter(principal?.partnerId)) throw tooManyAtOnce(counts.refusal);
    try {
      return await work();
    } finally {
      counts.leave(principal?.partnerId);
    }
  }

  /** Waits until it has happened, the time is up, the client has hung up, or the process ends. */
  wait({ whenGone }: Pick<RequestContext, 'whenGone'>, seconds: number, awaited: Awaited): Promise<WaitEnd> {
    if (this.isStopped) return Promise.resolve('stopped');
    const { promise, resolve } = Promise.withResolvers<WaitEnd>();
    const stop = () => {
      resolve('stopped');
    };
    this.stops.add(stop);
    const timer = setTimeout(resolve, seconds * 1_000, 'nothing');
    const listenNoMore = whenGone?.(() => {
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

  /** Ends all waits, and those to come at once. */
  stop(): Promise<void> {
    this.isStopped = true;
    for (const stop of this.stops) stop();
    return Promise.resolve();
  }
}
