import type { Random } from '../kernel/random.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../platform/observability/logger.ts';

/** What a process brings along. */
export interface Runtime {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** How often sockets are asked whether they live, in milliseconds; by default as often as they need to be. */
  readonly beatMs?: number;
  /** For tests, which start often and ask little: the sandbox's examples are compiled when they are run. */
  readonly compilesLate?: boolean;
}
