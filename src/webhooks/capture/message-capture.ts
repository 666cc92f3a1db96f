import type { CaptureRun, EventFollower } from '../../events/log/relay-events.ts';
import type { Clock } from '../../kernel/clock.ts';
import { BackgroundLoop, WOKEN_REST_MS } from '../../platform/loops/background-loop.ts';
import type { Database, Sql } from '../../platform/database/database.ts';
import { isOutOfReach, sqlState } from '../../platform/database/database-failure.ts';
import type { FailingWork } from '../../platform/loops/failing-work.ts';
import { Retries } from '../../platform/loops/retries.ts';
import { CAPTURED_MAX, captureOf, captureWaiting, FIND_WAITING_PARTNERS } from './queue-messages.ts';

/** Its name in metrics, health and the log. */
const LOOP = 'event-capture';
/** Partners captured separately at a time: each occupies a connection, at worst until its statement times out. */
const APART_AT_ONCE = 3;
/** Messages of the first statement for a partner that is captured separately. */
const APART_FIRST_MAX = 250;
/** A statement that took no longer than this, in milliseconds, may be twice as large the next time. */
const SHORT_MS = 1_000;
/** SQLSTATEs of a statement timeout and of a lock timeout. */
const TIMEOUTS = new Set(['57014', '55P03']);

/** A partner whose events are captured separately: they are many, or a joint capture has failed. */
interface ApartPartner {
  readonly partnerId: string;
  readonly retries: Retries;
  /** Maximum number of messages per statement. */
  max: number;
  /** Time of the next try, by `performance.now()`. */
  dueMs: number;
}

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
  private readonly apart = new Map<string, ApartPartner>();
  private readonly options: MessageCaptureOptions;
  private readonly loop: BackgroundLoop;

  constructor(options: MessageCaptureOptions) {
    this.options = options;
    this.loop = new BackgroundLoop({
      name: LOOP,
      work: () => this.captureApart(),
      restMs: () => Math.max(0, Math.min(WOKEN_REST_MS, ...this.all.map(({ dueMs }) => dueMs - performance.now()))),
      failing: options.failing,
    });
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
    for (const { retries } of this.all) retries.end();
  }

  capture(sql: Sql, now: Date): Promise<CaptureRun> {
    if (this.hasFailed) return Promise.resolve({ captured: 0, hasMore: false });
    return this.captureTogether(sql, now);
  }

  captureFailed(): void {
    this.hasFailed = true;
    this.loop.poke();
  }

  private async captureTogether(sql: Sql, now: Date): Promise<CaptureRun> {
    const { captured, large, hasMore } = await captureWaiting(sql, now, [...this.apart.keys()]);
    for (const partnerId of large) this.setApart(partnerId);
    if (large.length > 0) this.loop.poke();
    return { captured, hasMore };
  }

  private get all(): readonly ApartPartner[] {
    return [...this.apart.values()];
  }

  /** Returns whether there may be more immediately. */
  private async captureApart(): Promise<boolean> {
    if (this.hasFailed) await this.setWaitingApart();
    const due = this.all.filter(({ dueMs }) => dueMs <= performance.now());
    const turns = due.values();
    const take = async () => {
      for (const partner of turns) await this.captureOne(partner);
    };
    await Promise.all(Array.from({ length: APART_AT_ONCE }, take));
    return due.length > 0;
  }

  /** Any waiting partner may be the one that fails; later ones are captured jointly. */
  private async setWaitingApart(): Promise<void> {
    const waiting = await this.options.database.run(FIND_WAITING_PARTNERS, []);
    for (const { partnerId } of waiting) this.setApart(partnerId);
    this.hasFailed = false;
  }

  private setApart(partnerId: string): void {
    if (this.apart.has(partnerId)) return;
    const retries = new Retries({ loop: LOOP, failing: this.options.failing });
    this.apart.set(partnerId, { partnerId, retries, max: APART_FIRST_MAX, dueMs: 0 });
  }

  private async captureOne(partner: ApartPartner): Promise<void> {
    const { database, clock, captured } = this.options;
    const beganMs = performance.now();
    try {
      const run = await database.transaction(async (transaction) => captureOf(transaction, clock.now(), partner));
      partner.retries.worked();
      if (performance.now() - beganMs <= SHORT_MS) partner.max = Math.min(2 * partner.max, CAPTURED_MAX);
      if (run.captured > 0) captured();
      if (!run.hasMore) this.apart.delete(partner.partnerId);
    } catch (error) {
      // Not the fault of any partner: all wait for the database.
      if (isOutOfReach(error)) throw error;
      this.rest(partner, error);
    }
  }

  private rest(partner: ApartPartner, error: unknown): void {
    const isHalved = TIMEOUTS.has(sqlState(error) ?? '') && partner.max > 1;
    if (isHalved) partner.max = Math.floor(partner.max / 2);
    const { partnerId, retries } = partner;
    const restMs = retries.report(new Error(`Events of ${partnerId} could not be captured.`, { cause: error }));
    partner.dueMs = performance.now() + (isHalved ? 0 : restMs);
  }
}
