/**
 * Background work: when it runs, rests, is repeated and ends.
 * @packageDocumentation
 */

import type { WakeUp } from './wake-up.ts';
import { ALONE_REST_MS, BackgroundLoop } from './background-loop.ts';
import type { Database } from '../database/database.ts';
import type { FailingWork } from './failing-work.ts';

/** Work that runs in the background until it is stopped. */
export interface Worker {
  start(): void;
  /** Resolves when the work in flight has ended. */
  stop(): Promise<void>;
  /** Wakes it up: there may be something to do. */
  readonly poke?: () => void;
}

/** A piece of background work of a capability. */
export interface Work {
  /** Name of its loop in metrics, health responses and the log. */
  readonly name: string;
  readonly worker: Worker;
  /** The role of the processes that do it; `worker` by default. Work of `api` processes reads logs for subscribers. */
  readonly role?: 'api' | 'worker';
  /** Signals that poke it. */
  readonly wokenBy?: readonly WakeUp[];
  /** Queries for the instant at which the earliest is due, one timestamptz; `$1` is now. Null: nothing is pending. */
  readonly due?: readonly string[];
}

/** Creates a loop that rests for `restMs` milliseconds when there is nothing to do. */
export type MakeLoop = (name: string, restMs: number, work: () => Promise<boolean>, gapMs?: number) => BackgroundLoop;

/** Returns a factory of loops that report their failures. */
export function reportingLoops(failing: FailingWork): MakeLoop {
  return (name, restMs, work, gapMs) => new BackgroundLoop({ name, work, restMs, gapMs, failing });
}

/** What determines how often to poll for changes by other processes. */
export interface LookNeeds {
  readonly database: Pick<Database, 'isEmbedded'>;
  /** Longest rest between two polls, in milliseconds. */
  readonly lookForOthersMs?: number | undefined;
}

/**
 * Returns the rest of a loop that polls for changes by other processes, in milliseconds: longer if there are none, and
 * never longer than `lookForOthersMs`.
 */
export function restForOthers({ database, lookForOthersMs = Infinity }: LookNeeds, restMs: number): number {
  return Math.min(lookForOthersMs, database.isEmbedded ? Math.max(restMs, ALONE_REST_MS) : restMs);
}
