import { BYTES_PER_MB } from '../platform/http/body-limits.ts';
import type { AnonymousLimits } from '../platform/limits/anonymous-rates.ts';
import type { LookupSizes } from '../platform/limits/lookup-budgets.ts';
import type { RateLimit } from '../platform/limits/partner-rates.ts';
import type { TotpLimits } from '../bank/totp/totp.rules.ts';
import { limitSettings } from './limit-settings.ts';
import type { Environment, Setting } from './setting.ts';

/** Limits of callers. */
export interface LimitsConfig {
  /** Undefined: requests of partners are not limited. */
  readonly rateLimit: RateLimit | undefined;
  readonly anonymousLimits: AnonymousLimits;
  /** Number of proxies in front of the gateway that pass the addresses of callers. */
  readonly trustedProxies: number;
  /** Undefined: look-ups that reveal others are not limited. */
  readonly lookupBudgets: LookupSizes | undefined;
  readonly totpLimits: TotpLimits;
  /** Most memory of all concurrent request bodies of a process, until their requests have ended. */
  readonly bodyMemoryBytes: number;
  /** Most concurrent operations of a process; more are refused, and can be retried. */
  readonly operationsAtOnce: number;
  /** Most sockets of a process that wait to be acknowledged. */
  readonly socketsWaiting: number;
  /** Most sockets and waiting requests of a partner over all processes; 0: no limit. */
  readonly socketsPerPartner: number;
  /** Most webhook configurations of a partner. */
  readonly configurationsMax: number;
}

/** @throws ConfigError that names the first invalid variable */
export function readLimits(environment: Environment, isSandbox: boolean): LimitsConfig {
  const read = <Value>(setting: Setting<Value>) => setting.read(environment, isSandbox);
  const rateLimit = read(limitSettings.rateLimit) ?? undefined;
  // If partners are not limited, neither are callers without a token.
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
