import { FailingWork } from '../../src/platform/failing-work.ts';
import { createLogger, type Logger } from '../../src/platform/observability/logger.ts';
import { Metrics } from '../../src/platform/observability/metrics.ts';
import { systemChance } from '../../src/system.ts';
import { TestClock } from './test-clock.ts';

/** What a piece of background work tells of its failures, for tests that make one by itself. */
export function failingWork(logger: Logger = createLogger('silent'), clock = new TestClock()): FailingWork {
  return new FailingWork({ clock, chance: systemChance, logger, metrics: new Metrics() });
}
