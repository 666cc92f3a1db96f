import { relayEvents } from '../events/relay-events.ts';
import { BackgroundLoop } from '../platform/background-loop.ts';
import type { Database } from '../platform/database/database.ts';
import { forgetExpiredKeys } from '../platform/idempotency/forget-expired-keys.ts';
import type { Machine } from './machine.ts';

/** Longest rest of the relay: how late an event is when its wake-up was lost, in milliseconds. */
const RELAY_REST_MS = 500;
/** How often expired idempotency keys are deleted, in milliseconds. */
const KEY_CLEANING_REST_MS = 60_000;

/** Work that goes on beside the requests until it is stopped. */
interface Worker {
  start(): void;
  /** Lets what is in flight end. */
  stop(): Promise<void>;
}

/** What runs beside the requests. Made in every process, so that it can be woken; started where ROLES says so. */
export interface Workers {
  readonly all: readonly Worker[];
  readonly wakeRelay: () => void;
}

/** The workers of all capabilities; none runs before it is started. */
export function createWorkers(database: Database, { clock, logger }: Machine): Workers {
  const relay = new BackgroundLoop({
    name: 'event-relay',
    work: () => relayEvents(database, clock.now()),
    restMs: RELAY_REST_MS,
    logger,
  });
  const keyCleaning = new BackgroundLoop({
    name: 'expired-keys',
    work: () => forgetExpiredKeys(database, clock.now()),
    restMs: KEY_CLEANING_REST_MS,
    logger,
  });
  return { all: [relay, keyCleaning], wakeRelay: relay.poke };
}
