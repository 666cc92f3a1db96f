import type { CaptureRun, EventFollower } from '../../events/log/relay-events.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database, Sql } from '../../platform/database/database.ts';
import { sqlState } from '../../platform/database/database-failure.ts';
import type { FailingWork } from '../../platform/loops/failing-work.ts';
import { WorkApart } from '../../platform/loops/work-apart.ts';
import { CAPTURED_MAX, captureOf, captureWaiting, FIND_WAITING_PARTNERS } from './queue-messages.ts';

/** In place of a partner: all partners with waiting events are to be determined. No partner has this id. */
const ALL_WAITING = '';
/** Partners captured separately at a time: each occupies a connection, at worst until its statement times out. */
const APART_AT_ONCE = 3;
/** Messages of the first statement for a partner that is captured separately. */
const APART_FIRST_MAX = 250;
/** A statement that took no longer than this, in milliseconds, may be twice as large the next time. */
const SHORT_MS = 1_000;
/** SQLSTATEs of a statement timeout and of a lock timeout. */
const TIMEOUTS = new Set(['57014', '55P03']);

export interface MessageCaptureOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly failing: FailingWork;
  /** Called after messages were queued. */
  readonly captured: () => void;
}

/**
 * Queues the messages of numbered events, those of all partners together, along with the relay. Partners with too large
 * a backlog are captured separately until nothing is left, and after a failure so are all that wait: a statement that
 * times out is halved, and a partner that still fails is retried with increasing delays, without delaying others.
 */
export class MessageCapture implements EventFollower {
  /** Whether the waiting partners are yet to be determined: until then there is no joint capture. */
  private hasFailed = false;
  /** Maximum number of messages per statement, by partner that is captured separately. */
  private readonly max = new Map<string, number>();
  private readonly apart: WorkApart;
  private readonly options: MessageCaptureOptions;

  constructor(options: MessageCaptureOptions) {
    this.options = options;
    const { failing } = options;
    const work = (key: string) => (key === ALL_WAITING ? this.setWaitingApart() : this.captureOne(key));
    this.apart = new WorkApart({ name: 'event-capture', failing, work, atOnce: APART_AT_ONCE });
  }

  start(): void {
    this.apart.start();
  }

  stop(): Promise<void> {
    return this.apart.stop();
  }

  capture(sql: Sql, now: Date): Promise<CaptureRun> {
    if (this.hasFailed) return Promise.resolve({ captured: 0, hasMore: false });
    return this.captureTogether(sql, now);
  }

  captureFailed(): void {
    this.hasFailed = true;
    this.apart.add(ALL_WAITING);
  }

  private async captureTogether(sql: Sql, now: Date): Promise<CaptureRun> {
    const { captured, large, hasMore } = await captureWaiting(sql, now, this.apart.keys);
    for (const partnerId of large) this.apart.add(partnerId);
    return { captured, hasMore };
  }

  /** Any waiting partner may be the one that fails; later ones are captured jointly. */
  private async setWaitingApart(): Promise<number> {
    const waiting = await this.options.database.run(FIND_WAITING_PARTNERS, []);
    for (const { partnerId } of waiting) this.apart.add(partnerId);
    this.hasFailed = false;
    this.apart.leave(ALL_WAITING);
    return 0;
  }

  private async captureOne(partnerId: string): Promise<number> {
    const { database, clock, captured } = this.options;
    const max = this.max.get(partnerId) ?? APART_FIRST_MAX;
    const beganMs = performance.now();
    try {
      const run = await database.transaction(async (transaction) =>
        captureOf(transaction, clock.now(), { partnerId, max }),
      );
      if (performance.now() - beganMs <= SHORT_MS) this.max.set(partnerId, Math.min(2 * max, CAPTURED_MAX));
      if (run.captured > 0) captured();
      if (!run.hasMore) this.leave(partnerId);
    } catch (error) {
      if (!TIMEOUTS.has(sqlState(error) ?? '') || max === 1)
        throw new Error(`Events of ${partnerId} could not be captured.`, { cause: error });
      this.max.set(partnerId, Math.floor(max / 2));
    }
    return 0;
  }

  private leave(partnerId: string): void {
    this.max.delete(partnerId);
    this.apart.leave(partnerId);
  }
}
