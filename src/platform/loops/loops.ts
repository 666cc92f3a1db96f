import type { WakeUp } from '../wake-ups/wake-ups.ts';
import { BackgroundLoop } from './background-loop.ts';
import type { FailingWork } from './failing-work.ts';

/** Work that goes on beside the requests until it is stopped. */
export interface Worker {
  start(): void;
  /** Lets what is in flight end. */
  stop(): Promise<void>;
  /** There may be something to do. */
  readonly poke?: () => void;
}

/** A piece of background work of a capability. */
export interface Work {
  /** Of its loop, as metrics, health and the log know it. */
  readonly name: string;
  readonly worker: Worker;
  /** The role of the processes that do it; `worker` where it is not said. Those of `api` read logs for subscribers. */
  readonly role?: 'api' | 'worker';
  /** Signals that poke it. */
  readonly wokenBy?: readonly WakeUp[];
  /** Queries for the instant, one timestamptz, when the earliest of it is due; `$1` is now. None: nothing is. */
  readonly due?: readonly string[];
}

/** Makes a loop that rests so long when there is nothing to do, in milliseconds. */
export type MakeLoop = (name: string, restMs: number, work: () => Promise<boolean>, gapMs?: number) => BackgroundLoop;

/** Makes loops that report their failures. */
export function loopsThatTell(failing: FailingWork): MakeLoop {
  return (name, restMs, work, gapMs) => new BackgroundLoop({ name, work, restMs, gapMs, failing });
}
