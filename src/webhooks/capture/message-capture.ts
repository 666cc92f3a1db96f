import type { CaptureRun, EventFollower } from '../../events/log/relay-events.ts';
import type { Clock } from '../../kernel/clock.ts';
import { BackgroundLoop, WOKEN_REST_MS } from '../../platform/loops/background-loop.ts';
import type { Database, Sql } from '../../platform/database/database.ts';
import { isOutOfReach, sqlState } from '../../platform/database/database-failure.ts';
import type { FailingWork } from '../../platform/loops/failing-work.ts';
import { Retries } from '../../platform/loops/retries.ts';
import { CAPTURED_MAX, captureOf, captureWaiting, FIND_WAITING_PARTNERS } from './queue-messages.ts';

/** Its name in metrics, in health and in the log. */
const LOOP = 'event-capture';
/** Partners whose events are captured apart at once: each takes a connection, one that hangs for as long as a statement may. */
const APART_AT_ONCE = 3;
/** Messages of the first statement that captures a partner apart. */
const APART_FIRST_MAX = 250;
/** A statement that took no longer may be twice as large the next time, in milliseconds. */
const SHORT_MS = 1_000;
/** PostgreSQL's words for a statement, and for a wait for a lock, that took too long. */
const TIMEOUTS = new Set(['57014', '55P03']);

/** A partner whose events are captured apart from those of others: they are many, or they or others' could not be. */
interface ApartPartner {
  readonly partnerId: string;
  readonly retries: Retries;
  /** Messages of one statement at most. */
  max: number;
  /** When it is tried next, by `performance.now()`. */
  dueMs: number;
}

export interface MessageCaptureOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly failing: FailingWork;
  /** Messages have come into the queue. */
  readonly captured: () => void;
}

/**
 * Queues the messages of numbered events: those of all partners together, along with the relay. Partners of which too
 * much waits are captured apart, until they have nothing left, and when it fails so are all that wait: what takes too
 * long is halved, and whose events still cannot be captured is delayed, longer each time, without delaying others.
 */
export class MessageCapture implements EventFollower {
  /** Whether it is yet to be found out who waits: until then nobody's events are captured together. */
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

  /** Whether there may be more at once. */
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

  /** A waiting partner may be the one that cannot be captured; later ones are captured with all others. */
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
      // No fault of the partner, nor of others: all of it waits for the database.
      if (isOutOfReach(error)) throw error;
      this.rest(partner, error);
    }
  }

  private rest(partner: ApartPartner, error: unknown): void {
    const isHalved = TIMEOUTS.has(sqlState(error) ?? '') && partner.max > 1;
    if (isHalved) partner.max = Math.floor(partner.max / 2);
    const { partnerId, retries } = partner;
    const restMs = retries.tell(new Error(`Events of ${partnerId} could not be captured.`, { cause: error }));
    partner.dueMs = performance.now() + (isHalved ? 0 : restMs);
  }
}
