import type { Clock } from '../../../kernel/clock.ts';
import type { Random } from '../../../kernel/random.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { describeError, type Logger } from '../../../platform/observability/logger.ts';
import { retryAfterSeconds } from '../../../kernel/duration.ts';
import { instantOf } from '../../../platform/statements/instant.ts';
import {
  afterCall,
  afterProbeReturned,
  afterProbeTaken,
  allowanceOf,
  UNUSED_BREAKER,
  type Breaker,
  type BreakerLimits,
} from '../../../webhooks/breaker/breaker.rules.ts';
import { ALL, breakerOf, LIST_GATES, LOCK_BREAKER, REST, SAVE_BREAKER, savedBreaker } from './provider-gate.rows.ts';
import {
  providerStatusOf,
  REST_OF_ALL_SECONDS,
  restOf,
  type GateState,
  type GateStatus,
} from './provider-gate.rules.ts';

/** Five faults in a row open the breaker, as with webhooks; it then rests for 1 s, 2 s and so on up to 30 s (ours). */
const LIMITS: BreakerLimits = { failures: 5, restSeconds: 1, restSecondsMax: 30 };
/** Ages of the cached gate, in ms: from the first, it is read in the background; from the second, the caller waits. */
const FRESH_MS = 1_000;
const STALE_MS = 3_000;
/** A probe without an outcome this long after its timeout is lost, in ms. */
const PROBE_MARGIN_MS = 1_000;
/** Most answers that count towards a share of faults; more would not change it. */
const ANSWERS_MAX = 200;
/** What failed, as stored for the last fault. */
const FAILURES = { CALL: 'no answer', TOKEN: 'no token' } as const;

interface GateOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Longest time that a call takes, in milliseconds. */
  readonly timeoutMs: number;
}

/** Permission to send a call; report how it ended. */
export interface CallPermit {
  readonly beganAt: Date;
  /** On the monotonic clock, in milliseconds. */
  readonly beganMs: number;
  readonly isProbe: boolean;
}

/** How a call ended. */
interface Ending extends CallPermit {
  readonly at: Date;
  /** What the provider failed to do; undefined: it has answered. */
  readonly failed: keyof typeof FAILURES | undefined;
}

/**
 * Decides whether calls go to the provider. All processes share the gate; each caches it for a second, so that an
 * answered call needs no statement. Faults, pauses and probes are written immediately.
 */
export class ProviderGate {
  private state: GateState = { breaker: UNUSED_BREAKER, since: new Date(0), rests: new Map() };
  private changes = 0;
  private readAt = -Infinity;
  private reading: Promise<void> | undefined;
  private writing: Promise<void> | undefined;
  private endings: Ending[] = [];
  /** Answers since the last write, and when the last one arrived, on the monotonic clock. */
  private answers = 0;
  private answeredAtMs = -Infinity;
  private readonly options: GateOptions;

  constructor(options: GateOptions) {
    this.options = options;
  }

  /** Returns for how many seconds no call of a partner is sent, as far as is known; undefined if one may be. */
  async restSeconds(partnerId: string): Promise<number | undefined> {
    await this.look();
    return restOf(this.state, partnerId, this.options.clock.now(), LIMITS);
  }

  /** Lets a call pass that is sent immediately, or returns for how many seconds none is sent. */
  async pass(partnerId: string): Promise<CallPermit | number> {
    const rest = await this.restSeconds(partnerId);
    if (rest !== undefined) return rest;
    const isProbe = this.isProbing();
    if (isProbe && !(await this.takeProbe())) return this.shortRest(partnerId);
    return { beganAt: this.options.clock.now(), beganMs: performance.now(), isProbe };
  }

  /** Notes that the provider has answered, whatever the answer. */
  answered(permit: CallPermit): void {
    this.answeredAtMs = performance.now();
    const { state, faultsInRow } = this.state.breaker;
    if (permit.isProbe || state !== 'CLOSED' || faultsInRow > 0) this.note(permit, undefined);
    else this.answers = Math.min(this.answers + 1, ANSWERS_MAX);
  }

  /**
   * Notes that the provider has not answered. A call that began before another one was answered does not count: the
   * calls of one partner can hang while all others succeed.
   */
  failed(permit: CallPermit, what: keyof typeof FAILURES = 'CALL'): void {
    if (permit.isProbe || permit.beganMs > this.answeredAtMs) this.note(permit, what);
  }

  /**
   * Notes that a token request was answered, whatever the answer, and resolves when that is written. Tokens may be
   * issued while no call is answered: this ends only an outage that token requests began; otherwise the call that wants
   * the token is the probe.
   */
  async tokenAnswered(permit: CallPermit): Promise<void> {
    const { faultsInRow, lastFailure } = this.state.breaker;
    if (lastFailure !== FAILURES.TOKEN) {
      if (permit.isProbe) await this.change((breaker) => afterProbeReturned(breaker, this.options.clock.now()));
      return;
    }
    if (permit.isProbe || faultsInRow > 0) this.note(permit, undefined);
    await this.writing;
  }

  /**
   * Notes a 429: calls of the partner pause for as long as Retry-After requests; without it, those of all partners do.
   * @returns the length of the pause, in seconds
   */
  async limited(partnerId: string, retryAfter: string | undefined): Promise<number> {
    const now = this.options.clock.now();
    const requested = retryAfterSeconds(retryAfter, now);
    const [scope, seconds] =
      requested === undefined ? [ALL, REST_OF_ALL_SECONDS] : [partnerId, Math.max(1, Math.ceil(requested))];
    const until = new Date(now.getTime() + seconds * 1_000);
    await this.options.database.run(REST, [scope, now.toISOString(), until.toISOString()]);
    await this.reading;
    await this.read();
    return seconds;
  }

  /** Returns the status of the provider for a partner; undefined: for all. */
  async status(partnerId?: string): Promise<GateStatus> {
    await this.look();
    return providerStatusOf(this.state, partnerId, this.options.clock.now());
  }

  /** Resolves when everything noted is written. */
  async settled(): Promise<void> {
    await this.reading;
    await this.writing;
  }

  private isProbing(): boolean {
    return allowanceOf(this.state.breaker, this.options.clock.now(), LIMITS).kind === 'probe';
  }

  private shortRest(partnerId: string): number {
    return restOf(this.state, partnerId, this.options.clock.now(), LIMITS) ?? 1;
  }

  /** Refreshes an old cache; while a recently read one is refreshed, callers use it without waiting. */
  private async look(): Promise<void> {
    const age = performance.now() - this.readAt;
    if (age < FRESH_MS) return;
    const reading = this.read();
    if (age > STALE_MS) await reading;
    else reading.catch(this.tellOf);
  }

  private read(): Promise<void> {
    this.reading ??= this.readAll().finally(() => (this.reading = undefined));
    return this.reading;
  }

  private async readAll(): Promise<void> {
    const { changes } = this;
    const rows = await this.options.database.run(LIST_GATES, {});
    const rests = new Map<string, { since: Date; until: Date }>();
    for (const { scope, limitedAt, restsUntil } of rows)
      if (limitedAt !== null && restsUntil !== null)
        rests.set(scope, { since: instantOf(limitedAt), until: instantOf(restsUntil) });
    const all = rows.find(({ scope }) => scope === ALL);
    // A change made meanwhile is newer than what was read.
    const isYounger = all !== undefined && changes === this.changes;
    const known = isYounger ? { breaker: breakerOf(all), since: instantOf(all.since) } : this.state;
    this.state = { ...known, rests };
    this.readAt = performance.now();
    // Answers only count in relation to faults.
    if (this.state.breaker.windowFaults === 0) this.answers = 0;
  }

  private note(permit: CallPermit, failed: Ending['failed']): void {
    this.endings.push({ ...permit, at: this.options.clock.now(), failed });
    this.writing ??= this.writeAll().finally(() => (this.writing = undefined));
  }

  private async writeAll(): Promise<void> {
    while (this.endings.length > 0) {
      const endings = this.endings.splice(0);
      const answers = this.answers;
      this.answers = 0;
      try {
        await this.change((breaker) =>
          endings.reduce((one, ending) => this.after(one, ending), counted(breaker, answers)),
        );
      } catch (error) {
        this.tellOf(error);
      }
    }
  }

  private after(breaker: Breaker, { beganAt, at, isProbe, failed }: Ending): Breaker {
    const jitter = this.options.random.integer(80, 120) / 100;
    const fault = { isFault: failed !== undefined, failure: failed === undefined ? null : FAILURES[failed] };
    return afterCall(breaker, { beganAt, at, isProbe, ...fault, hasHeld: false, jitter }, LIMITS);
  }

  private async takeProbe(): Promise<boolean> {
    const { clock, timeoutMs } = this.options;
    let isTaken = false;
    await this.change((breaker) => {
      const now = clock.now();
      isTaken = allowanceOf(breaker, now, LIMITS).kind === 'probe';
      return isTaken ? afterProbeTaken(breaker, new Date(now.getTime() + timeoutMs + PROBE_MARGIN_MS)) : breaker;
    });
    return isTaken;
  }

  /** Changes the breaker that all processes share; one of them at a time. */
  private async change(changed: (breaker: Breaker) => Breaker): Promise<void> {
    const { database, clock } = this.options;
    const known = await database.transaction(async (transaction: Transaction) => {
      const [row] = await transaction.run(LOCK_BREAKER, { scope: ALL });
      if (row === undefined) throw new Error('The gate of the provider has no row.');
      const before = breakerOf(row);
      const breaker = changed(before);
      const isSame = (before.state === 'CLOSED') === (breaker.state === 'CLOSED');
      const since = isSame ? instantOf(row.since) : clock.now();
      if (breaker !== before) await transaction.run(SAVE_BREAKER, savedBreaker(breaker, since));
      return { breaker, since };
    });
    this.changes += 1;
    this.state = { ...this.state, ...known };
  }

  private readonly tellOf = (error: unknown): void => {
    this.options.logger.warn({ error: describeError(error) }, 'the state of the provider could not be read or written');
  };
}

/** Adds earlier answers to the window, before the fault that made them worth counting. */
function counted(breaker: Breaker, answers: number): Breaker {
  return breaker.state === 'CLOSED' && breaker.windowBeganAt !== null
    ? { ...breaker, windowCalls: breaker.windowCalls + answers }
    : breaker;
}
