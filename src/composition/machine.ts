import type { Chance } from '../kernel/chance.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../platform/observability/logger.ts';

/** What a process brings along. */
export interface Machine {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly logger: Logger;
  /** How often sockets are asked whether they live, in milliseconds; by default as often as they need to be. */
  readonly beatMs?: number;
}
