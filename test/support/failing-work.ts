import { FailingWork } from '../../src/platform/loops/failing-work.ts';
import { createLogger, type Logger } from '../../src/platform/observability/logger.ts';
import { Metrics } from '../../src/platform/observability/metrics.ts';
import { systemRandom } from '../../src/composition/system.ts';
import { TestClock } from './test-clock.ts';

/** What a piece of background work tells of its failures, for tests that make one by itself. */
export function failingWork(logger: Logger = createLogger('silent'), clock = new TestClock()): FailingWork {
  return new FailingWork({ clock, random: systemRandom, logger, metrics: new Metrics() });
}
