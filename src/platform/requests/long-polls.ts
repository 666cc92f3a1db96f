import type { Clock } from '../../kernel/clock.ts';
import { SOCKET_RETRY_SECONDS, type SocketCounts } from '../limits/socket-counts.ts';
import { TendedSet } from '../loops/tended-set.ts';
import type { WaitEnd } from '../loops/wait-end.ts';
import { tooManyRequests } from '../graphql/errors/client-error.ts';
import type { RequestContext } from './request-context.ts';

/** How often waiting requests are checked for tokens that have expired, in milliseconds. */
const SWEEP_MS = 1_000;

/** A request that waits. */
interface WaitingPoll {
  readonly tokenExpiresAt: Date | undefined;
  readonly end: (how: WaitEnd) => void;
}

/** Something that a request can wait for. */
export interface Awaited {
  /** Calls `notify` once it has happened; immediately if it already has. */
  whenHappened(notify: () => void): void;
}

/** Requests that wait for something to happen. While it waits, a request is only a timer. */
export class LongPolls {
  private readonly waiting: TendedSet<WaitingPoll>;
  private isStopped = false;
  private readonly counts: SocketCounts;

  constructor(counts: SocketCounts, clock: Clock) {
    this.counts = counts;
    const endExpired = ({ tokenExpiresAt, end }: WaitingPoll) => {
      if (tokenExpiresAt !== undefined && clock.now() >= tokenExpiresAt) end('gone');
    };
    this.waiting = new TendedSet([{ everyMs: SWEEP_MS, tend: endExpired }]);
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

  /**
   * Waits until it has happened, the time is up, the client has disconnected, or the process stops. A client whose token
   * has expired counts as disconnected: it gets an empty answer, and nothing that happens later.
   */
  wait(
    { transport, principal }: Pick<RequestContext, 'transport' | 'principal'>,
    seconds: number,
    awaited: Awaited,
  ): Promise<WaitEnd> {
    if (this.isStopped) return Promise.resolve('stopped');
    const { promise, resolve } = Promise.withResolvers<WaitEnd>();
    const waiting = { tokenExpiresAt: principal?.tokenExpiresAt, end: resolve };
    this.waiting.add(waiting);
    const timer = setTimeout(resolve, seconds * 1_000, 'nothing');
    const listenNoMore = transport.whenGone?.(() => {
      resolve('gone');
    });
    awaited.whenHappened(() => {
      resolve('happened');
    });
    return promise.finally(() => {
      this.waiting.delete(waiting);
      clearTimeout(timer);
      listenNoMore?.();
    });
  }

  /** Ends all waits, and later ones immediately. */
  stop(): Promise<void> {
    this.isStopped = true;
    for (const { end } of this.waiting) end('stopped');
    return Promise.resolve();
  }
}
