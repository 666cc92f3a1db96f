import type { Clock } from '../../../kernel/clock.ts';
import type { Random } from '../../../kernel/random.ts';
import type { Database } from '../../../platform/database/database.ts';
import { describeError, type Logger } from '../../../platform/observability/logger.ts';
import { retryAfterSeconds } from '../../../kernel/duration.ts';
import { instantOf } from '../../../platform/statements/instant.ts';
import { LIMITS, ProviderBreaker, type Failed } from './provider-breaker.ts';
import { ALL, LIST_GATES, REST } from './provider-gate.rows.ts';
import {
  providerStatusOf,
  REST_UNSAID_SECONDS,
  restOf,
  type GateState,
  type GateStatus,
  type ScopeRest,
} from './provider-gate.rules.ts';

/** Ages of the cached gate, in ms: from the first, it is read in the background; from the second, the caller waits. */
const FRESH_MS = 1_000;
const STALE_MS = 3_000;

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
  readonly partnerId: string;
  readonly beganAt: Date;
  /** On the monotonic clock, in milliseconds. */
  readonly beganMs: number;
  /** The breakers that it probes for: '' for that of all. */
  readonly probes: readonly string[];
}

/**
 * Decides whether calls go to the provider: each partner has a breaker of its own, so that what fails for one closes it
 * for no other; that of all counts the faults of two or more partners. All processes share the gate, and each caches it
 * for a second.
 */
export class ProviderGate {
  private readonly breakers = new Map<string, ProviderBreaker>();
  private rests: ReadonlyMap<string, ScopeRest> = new Map();
  /** Partners whose calls have failed since the provider last answered one. */
  private readonly failing = new Set<string>();
  private readAt = -Infinity;
  private reading: Promise<void> | undefined;
  private readonly options: GateOptions;

  constructor(options: GateOptions) {
    this.options = options;
  }

  /** Returns for how many seconds no call of a partner is sent, as far as is known; undefined if one may be. */
  async restSeconds(partnerId: string): Promise<number | undefined> {
    await this.look();
    return restOf(this.stateFor(partnerId), this.options.clock.now(), LIMITS);
  }

  /** Lets a call pass that is sent immediately, or returns for how many seconds none is sent. */
  async pass(partnerId: string): Promise<CallPermit | number> {
    const rest = await this.restSeconds(partnerId);
    if (rest !== undefined) return rest;
    const probes = [ALL, partnerId].filter((scope) => this.breakerOf(scope).isProbing());
    for (const scope of probes)
      if (!(await this.breakerOf(scope).takeProbe()))
        return restOf(this.stateFor(partnerId), this.options.clock.now(), LIMITS) ?? 1;
    return { partnerId, beganAt: this.options.clock.now(), beganMs: performance.now(), probes };
  }

  /** Notes that the provider has answered, whatever the answer. */
  answered(permit: CallPermit): void {
    this.failing.clear();
    for (const scope of [ALL, permit.partnerId]) this.breakerOf(scope).answered(sentCall(permit, scope));
  }

  /** Notes that the provider has not answered: the breaker of all counts it if another partner gets no answer, too. */
  failed(permit: CallPermit, what: Failed = 'CALL'): void {
    const { partnerId, probes } = permit;
    this.failing.add(partnerId);
    this.breakerOf(partnerId).failed(sentCall(permit, partnerId), what);
    if (this.failing.size > 1 || probes.includes(ALL)) this.breakerOf(ALL).failed(sentCall(permit, ALL), what);
  }

  /** Notes that a token request was answered, whatever the answer, and resolves when that is written. */
  async tokenAnswered(permit: CallPermit): Promise<void> {
    for (const scope of [ALL, permit.partnerId]) await this.breakerOf(scope).tokenAnswered(sentCall(permit, scope));
  }

  /**
   * Notes a 429: calls of the partner pause for as long as Retry-After requests, or else for some minutes; then those of
   * all partners do if another one pauses already.
   * @returns the length of the pause, in seconds
   */
  async limited(partnerId: string, retryAfter: string | undefined): Promise<number> {
    const now = this.options.clock.now();
    const requested = retryAfterSeconds(retryAfter, now);
    const isOfAll = requested === undefined && this.isAnotherPausing(partnerId, now);
    const seconds = requested === undefined ? REST_UNSAID_SECONDS : Math.max(1, Math.ceil(requested));
    const until = new Date(now.getTime() + seconds * 1_000);
    await this.options.database.run(REST, [isOfAll ? ALL : partnerId, now.toISOString(), until.toISOString()]);
    await this.reading;
    await this.read();
    return seconds;
  }

  /** Returns the status of the provider for a partner; undefined: for all. */
  async status(partnerId?: string): Promise<GateStatus> {
    await this.look();
    return providerStatusOf(this.stateFor(partnerId), this.options.clock.now());
  }

  /** Resolves when everything noted is written. */
  async settled(): Promise<void> {
    await this.reading;
    for (const breaker of this.breakers.values()) await breaker.settled();
  }

  private breakerOf(scope: string): ProviderBreaker {
    let breaker = this.breakers.get(scope);
    if (breaker === undefined) {
      breaker = new ProviderBreaker(scope, { ...this.options, tellOf: this.tellOf });
      this.breakers.set(scope, breaker);
    }
    return breaker;
  }

  /** Returns what is known of all, and of a partner. */
  private stateFor(partnerId: string | undefined): GateState {
    const scopes = partnerId === undefined ? [ALL] : [ALL, partnerId];
    return {
      breakers: scopes.map((scope) => this.breakerOf(scope).known),
      rests: scopes.flatMap((scope) => this.rests.get(scope) ?? []),
    };
  }

  private isAnotherPausing(partnerId: string, now: Date): boolean {
    return [...this.rests].some(([scope, { until }]) => scope !== partnerId && until > now);
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
    const taking = new Map([...this.breakers].map(([scope, breaker]) => [scope, breaker.reading()]));
    const rows = await this.options.database.run(LIST_GATES, {});
    const rests = new Map<string, ScopeRest>();
    for (const row of rows) {
      const { scope, limitedAt, restsUntil } = row;
      const take = taking.get(scope) ?? this.breakerOf(scope).reading();
      take(row);
      if (limitedAt !== null && restsUntil !== null)
        rests.set(scope, { since: instantOf(limitedAt), until: instantOf(restsUntil) });
    }
    this.rests = rests;
    this.readAt = performance.now();
  }

  private readonly tellOf = (error: unknown): void => {
    this.options.logger.warn({ error: describeError(error) }, 'the state of the provider could not be read or written');
  };
}

/** Returns a call as the breaker of a scope sees it. */
function sentCall({ beganAt, beganMs, probes }: CallPermit, scope: string) {
  return { beganAt, beganMs, isProbe: probes.includes(scope) };
}
