import type { OpenedSubscription } from './opened-subscription.ts';

/** What carries one operation, and what that allows. Each transport has its own, which keeps its state. */
export interface Transport {
  readonly name: 'http' | 'socket';
  /** Whether the body is larger than allowed for operations without a picture. */
  readonly hasLargeBody?: boolean;
  /** Whether the operation was sent in a way that must not change anything, such as GET. */
  readonly readsOnly?: boolean;
  /** Whether it accepts `data` that is written as bytes. */
  readonly takesBytes?: boolean;
  /** The cursor after which an EventSource continues; it overrides the argument of the subscription. */
  readonly lastEventId?: string | undefined;
  /**
   * Calls `gone` once when the client has disconnected; immediately if it already has.
   * @returns a function that stops listening
   */
  readonly whenGone?: (gone: () => void) => () => void;
  /** Receives an opened subscription, or the news that storage is unavailable; absent if nothing can be streamed. */
  readonly stream?: (subscription: OpenedSubscription | 'unavailable') => void;
}
