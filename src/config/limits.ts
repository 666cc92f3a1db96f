import type { AnonymousLimits } from '../platform/limits/anonymous-rates.ts';
import type { LookupSizes } from '../platform/limits/lookup-budgets.ts';
import type { RateLimit } from '../platform/limits/partner-rates.ts';
import type { TotpLimits } from '../bank/totp/totp.rules.ts';
import { limitSettings } from './limit-settings.ts';
import type { Environment, Setting } from './setting.ts';

/** What callers are limited by. */
export interface LimitsConfig {
  /** Undefined: partners may ask as often as they like. */
  readonly rateLimit: RateLimit | undefined;
  readonly anonymousLimits: AnonymousLimits;
  /** Proxies in front of the gateway that tell it the addresses of callers. */
  readonly trustedProxies: number;
  /** Undefined: look-ups that reveal others are not limited. */
  readonly lookupBudgets: LookupSizes | undefined;
  readonly totpLimits: TotpLimits;
  /** What request bodies take at most until they are answered, all of a process together. */
  readonly bodyMemoryBytes: number;
  /** Operations that a process runs at once; more are refused, to be sent again. */
  readonly operationsAtOnce: number;
  /** Sockets of a process that may wait to be acknowledged. */
  readonly socketsWaiting: number;
  /** WebSockets that a partner may have over all processes; 0: any number. */
  readonly socketsPerPartner: number;
  /** Webhook configurations of one partner. */
  readonly configurationsMax: number;
}

const BYTES_PER_MB = 2 ** 20;

/** @throws ConfigError naming the first variable that is wrong */
export function readLimits(environment: Environment, isSandbox: boolean): LimitsConfig {
  const read = <Value>(setting: Setting<Value>) => setting.read(environment, isSandbox);
  const rateLimit = read(limitSettings.rateLimit) ?? undefined;
  // No limit means none for anonymous callers either.
  const anonymous = (setting: Setting<RateLimit | null>) =>
    rateLimit === undefined && !setting.isGiven(environment) ? undefined : (read(setting) ?? undefined);
  const [partner, person] = [read(limitSettings.lookupBudget), read(limitSettings.lookupBudgetPerson)];
  return {
    rateLimit,
    anonymousLimits: Object.freeze({
      all: anonymous(limitSettings.anonymousRate),
      address: anonymous(limitSettings.anonymousRateAddress),
    }),
    trustedProxies: read(limitSettings.trustedProxies),
    lookupBudgets: partner === null ? undefined : Object.freeze({ partner, person }),
    totpLimits: Object.freeze({
      openMax: read(limitSettings.totpOpenMax),
      dailyMax: read(limitSettings.totpDailyMax),
      waitSeconds: read(limitSettings.totpWaitSeconds),
    }),
    bodyMemoryBytes: read(limitSettings.bodyMemoryMb) * BYTES_PER_MB,
    operationsAtOnce: read(limitSettings.operationsAtOnce),
    socketsWaiting: read(limitSettings.socketsWaiting),
    socketsPerPartner: read(limitSettings.socketsPerPartner),
    configurationsMax: read(limitSettings.configurationsMax),
  };
}
