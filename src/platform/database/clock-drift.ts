import type { Logger } from '../observability/logger.ts';
import type { DatabaseClock } from './database-clock.ts';
import type { Sql } from './database.ts';

/** A clock that differs by more than this is wrong, in seconds (ours): no synchronized clock drifts so far. */
const CLOCK_SECONDS_MAX = 2;

/**
 * Reports when the clock of the machine differs from the database's. Everything that is stored or expires uses the
 * clock of the database; but certificates and logs use the machine's, and its operator should know.
 */
export class ClockDrift {
  private wasWrong = false;
  private readonly clock: DatabaseClock;
  private readonly logger: Logger;

  constructor(clock: DatabaseClock, logger: Logger) {
    this.clock = clock;
    this.logger = logger;
  }

  /** How far the machine's clock is ahead of the database's, in seconds. */
  get aheadSeconds(): number {
    return this.clock.machineAheadSeconds;
  }

  /** What is wrong with the clock, as a sentence without the full stop. */
  get problem(): string | undefined {
    const { aheadSeconds } = this;
    if (Math.abs(aheadSeconds) <= CLOCK_SECONDS_MAX) return undefined;
    const side = aheadSeconds > 0 ? 'ahead of' : 'behind';
    return `the clock of this machine is ${Math.abs(aheadSeconds).toFixed(1)} s ${side} that of the database`;
  }

  async begin(sql: Sql): Promise<void> {
    await this.clock.begin(sql);
    this.notify();
  }

  async compare(sql: Sql): Promise<void> {
    await this.clock.compare(sql);
    this.notify();
  }

  /** Logs when the difference becomes too large, and when it is gone. */
  private notify(): void {
    const { problem, aheadSeconds, wasWrong } = this;
    this.wasWrong = problem !== undefined;
    if (problem !== undefined && !wasWrong)
      this.logger.warn({ aheadSeconds }, `${problem}: this process is not ready until they agree`);
    if (problem === undefined && wasWrong) this.logger.info('the clocks of this machine and of the database agree');
  }
}
