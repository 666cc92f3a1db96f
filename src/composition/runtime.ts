import type { Random } from '../kernel/random.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../platform/observability/logger.ts';

/** What a process is started with; tests pass their own. */
export interface Runtime {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Interval of the pings to sockets, in milliseconds; by default `BEAT_MS`. */
  readonly beatMs?: number;
  /** Longest rest between two polls for due work, in milliseconds; by default that of `DueWorkWatch`. */
  readonly lookMs?: number;
  /** Longest rest between polls for changes by other processes, in milliseconds; by default each loop has its own. */
  readonly lookForOthersMs?: number;
  /** For tests, which start often and send few requests: the sandbox's examples are compiled at their first use. */
  readonly compilesLate?: boolean;
}
