import { setTimeout as wait } from 'node:timers/promises';
import { isTransient } from './database-failure.ts';

/** How many times a transaction that loses a deadlock or a serialization race is tried in total. */
const TRANSACTION_TRIES_MAX = 4;
/** Backoff before a retry, in milliseconds; it doubles at each retry, the first included. */
const RETRY_REST_MS = 5;

/** Retries a transaction that lost a deadlock or a serialization race, a few times. */
export async function retryLostRaces<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === TRANSACTION_TRIES_MAX || !isTransient(error)) throw error;
      // Retried immediately, it could take the lock before the transaction that it lost to has woken up.
      await wait(RETRY_REST_MS * 2 ** tries);
    }
  }
}
