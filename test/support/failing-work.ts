import { FailingWork } from '../../src/platform/loops/failing-work.ts';
import { createLogger, type Logger } from '../../src/platform/observability/logger.ts';
import { Metrics } from '../../src/platform/observability/metrics.ts';
import { systemRandom } from '../../src/platform/system.ts';
import { TestClock } from './test-clock.ts';

/** Returns what background work reports its failures to, for tests that run such work without a gateway. */
export function failingWork(logger: Logger = createLogger('silent'), clock = new TestClock()): FailingWork {
  return new FailingWork({ clock, random: systemRandom, logger, metrics: new Metrics() });
}
