import { setTimeout as wait } from 'node:timers/promises';
import { isTransient } from './database-failure.ts';

/** How often a transaction that lost a deadlock or a serialization race is tried in all. */
const TRANSACTION_TRIES_MAX = 4;
/** Rest before a retry, in milliseconds; it doubles with each. */
const RETRY_REST_MS = 5;

/** Does a transaction again that lost a deadlock or a serialization race, a few times. */
export async function retryLostRaces<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === TRANSACTION_TRIES_MAX || !isTransient(error)) throw error;
      // Tried again at once, it could win the lock before the transaction that it lost to has woken.
      await wait(RETRY_REST_MS * 2 ** tries);
    }
  }
}
