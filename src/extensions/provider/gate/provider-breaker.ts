import type { Clock } from '../../../kernel/clock.ts';
import type { Random } from '../../../kernel/random.ts';
import type { Database, Sql } from '../../../platform/database/database.ts';
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
import { ADD_SCOPE, breakerOf, LOCK_BREAKER, SAVE_BREAKER, savedBreaker, type GateRow } from './provider-gate.rows.ts';
import type { KnownBreaker } from './provider-gate.rules.ts';

/** Five faults in a row open a breaker, as with webhooks; it then rests for 1 s, 2 s and so on up to 30 s (ours). */
export const LIMITS: BreakerLimits = { failures: 5, restSeconds: 1, restSecondsMax: 30 };
/** A probe without an outcome this long after its timeout is lost, in ms. */
const PROBE_MARGIN_MS = 1_000;
/** Most answers that count towards a share of faults; more would not change it. */
const ANSWERS_MAX = 200;
/** What failed, as stored for the last fault. */
const FAILURES = { CALL: 'no answer', TOKEN: 'no token' } as const;
export type Failed = keyof typeof FAILURES;

export interface BreakerOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  /** Longest time that a call takes, in milliseconds. */
  readonly timeoutMs: number;
  readonly tellOf: (error: unknown) => void;
}

/** A call that was sent. */
export interface SentCall {
  readonly beganAt: Date;
  /** On the monotonic clock, in milliseconds. */
  readonly beganMs: number;
  readonly isProbe: boolean;
}

/** How a call ended. */
interface Ending extends SentCall {
  readonly at: Date;
  /** What the provider failed to do; undefined: it has answered. */
  readonly failed: Failed | undefined;
}

/**
 * The circuit breaker of a partner's calls to the provider, or of all calls. All processes share it; each knows it by
 * what the gate reads every second, so that an answered call needs no statement. Faults and probes are written
 * immediately.
 */
export class ProviderBreaker {
  known: KnownBreaker = { breaker: UNUSED_BREAKER, since: new Date(0) };
  private changes = 0;
  private writing: Promise<void> | undefined;
  private endings: Ending[] = [];
  /** Answers since the last write, and when the last one arrived, on the monotonic clock. */
  private answers = 0;
  private answeredAtMs = -Infinity;
  private readonly scope: string;
  private readonly options: BreakerOptions;

  /** @param scope a partner, or '' for all */
  constructor(scope: string, options: BreakerOptions) {
    this.scope = scope;
    this.options = options;
  }

  /** Whether the next call is one by which it finds out whether the provider answers again. */
  isProbing(): boolean {
    return allowanceOf(this.known.breaker, this.options.clock.now(), LIMITS).kind === 'probe';
  }

  /** Takes the probe, which one process gets. */
  async takeProbe(): Promise<boolean> {
    const { clock, timeoutMs } = this.options;
    let isTaken = false;
    await this.change((breaker) => {
      const now = clock.now();
      isTaken = allowanceOf(breaker, now, LIMITS).kind === 'probe';
      return isTaken ? afterProbeTaken(breaker, new Date(now.getTime() + timeoutMs + PROBE_MARGIN_MS)) : breaker;
    });
    return isTaken;
  }

  /** Notes that the provider has answered, whatever the answer. */
  answered(call: SentCall): void {
    this.answeredAtMs = performance.now();
    const { state, faultsInRow } = this.known.breaker;
    if (call.isProbe || state !== 'CLOSED' || faultsInRow > 0) this.note(call, undefined);
    else this.answers = Math.min(this.answers + 1, ANSWERS_MAX);
  }

  /** Notes that the provider has not answered. A call that began before another one was answered does not count. */
  failed(call: SentCall, what: Failed): void {
    if (call.isProbe || call.beganMs > this.answeredAtMs) this.note(call, what);
  }

  /**
   * Notes that a token request was answered, whatever the answer, and resolves when that is written. Tokens may be
   * issued while no call is answered: this ends only an outage that token requests began; otherwise the call that wants
   * the token is the probe.
   */
  async tokenAnswered(call: SentCall): Promise<void> {
    const { faultsInRow, lastFailure } = this.known.breaker;
    if (lastFailure !== FAILURES.TOKEN) {
      if (call.isProbe) await this.change((breaker) => afterProbeReturned(breaker, this.options.clock.now()));
      return;
    }
    if (call.isProbe || faultsInRow > 0) this.note(call, undefined);
    await this.writing;
  }

  /** Returns what takes over the row that is read from now on: what changes meanwhile is newer. */
  reading(): (row: GateRow | undefined) => void {
    const { changes } = this;
    return (row) => {
      if (row === undefined || changes !== this.changes) return;
      this.known = { breaker: breakerOf(row), since: instantOf(row.since) };
      // Answers only count in relation to faults.
      if (this.known.breaker.windowFaults === 0) this.answers = 0;
    };
  }

  /** Resolves when everything noted is written. */
  async settled(): Promise<void> {
    await this.writing;
  }

  private note(call: SentCall, failed: Ending['failed']): void {
    this.endings.push({ ...call, at: this.options.clock.now(), failed });
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
        this.options.tellOf(error);
      }
    }
  }

  private after(breaker: Breaker, { beganAt, at, isProbe, failed }: Ending): Breaker {
    const jitter = this.options.random.integer(80, 120) / 100;
    const fault = { isFault: failed !== undefined, failure: failed === undefined ? null : FAILURES[failed] };
    return afterCall(breaker, { beganAt, at, isProbe, ...fault, hasHeld: false, jitter }, LIMITS);
  }

  /** Changes the breaker that all processes share; one of them at a time. */
  private async change(changed: (breaker: Breaker) => Breaker): Promise<void> {
    const { scope } = this;
    const { database, clock } = this.options;
    this.known = await database.transaction(async (transaction) => {
      const row = await this.locked(transaction);
      const before = breakerOf(row);
      const breaker = changed(before);
      const isSame = (before.state === 'CLOSED') === (breaker.state === 'CLOSED');
      const since = isSame ? instantOf(row.since) : clock.now();
      if (breaker !== before) await transaction.run(SAVE_BREAKER, savedBreaker(scope, breaker, since));
      return { breaker, since };
    });
    this.changes += 1;
  }

  private async locked(sql: Sql): Promise<GateRow> {
    const { scope } = this;
    const [row] = await sql.run(LOCK_BREAKER, { scope });
    if (row !== undefined) return row;
    await sql.run(ADD_SCOPE, [scope, this.options.clock.now().toISOString()]);
    return this.locked(sql);
  }
}

/** Adds earlier answers to the window, before the fault that made them worth counting. */
function counted(breaker: Breaker, answers: number): Breaker {
  return breaker.state === 'CLOSED' && breaker.windowBeganAt !== null
    ? { ...breaker, windowCalls: breaker.windowCalls + answers }
    : breaker;
}
