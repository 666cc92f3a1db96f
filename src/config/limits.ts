import { ConfigError, readChoice, readInteger, readSeconds } from './environment.ts';
import { Introspection } from '../platform/graphql/operations/introspection.ts';
import type { AnonymousLimits } from '../platform/limits/anonymous-rates.ts';
import { budgetSize } from '../platform/limits/budget.ts';
import type { LookupSizes } from '../platform/limits/lookup-budgets.ts';
import type { RateLimit } from '../platform/limits/partner-rates.ts';
import type { TotpLimits } from '../bank/totp/totp.rules.ts';

/** What callers are limited by. */
export interface LimitsConfig {
  /** Undefined: partners may ask as often as they like. */
  readonly rateLimit: RateLimit | undefined;
  readonly anonymousLimits: AnonymousLimits;
  /** Proxies in front of the gateway that tell it the addresses of callers. */
  readonly trustedProxies: number;
  readonly introspection: Introspection;
  /** Undefined: partners may be told of others as often as they like. */
  readonly lookupBudgets: LookupSizes | undefined;
  readonly totpLimits: TotpLimits;
  /** What request bodies take at most until they are answered, all of a process together. */
  readonly bodyMemoryBytes: number;
  /** Webhook configurations of one partner. */
  readonly configurationsMax: number;
}

type Read = (name: string) => string | undefined;

/** @throws ConfigError naming the first variable that is wrong */
export function readLimits(read: Read, sandbox: boolean): LimitsConfig {
  return {
    rateLimit: readRateLimit('RATE_LIMIT', read('RATE_LIMIT') ?? '180/10'),
    anonymousLimits: readAnonymousLimits(read, sandbox),
    trustedProxies: readInteger('TRUSTED_PROXIES', read('TRUSTED_PROXIES') ?? '0', { min: 0, max: 10 }),
    introspection: readIntrospection(read('INTROSPECTION')),
    lookupBudgets: readLookupBudgets(read, sandbox),
    totpLimits: readTotpLimits(read, sandbox),
    bodyMemoryBytes: readInteger('BODY_MEMORY_MB', read('BODY_MEMORY_MB') ?? '256', BODY_MEMORY_MB) * BYTES_PER_MB,
    configurationsMax: readInteger('WEBHOOK_CONFIGURATIONS_MAX', read('WEBHOOK_CONFIGURATIONS_MAX') ?? '100', {
      min: 1,
      max: 10_000,
    }),
  };
}

const BYTES_PER_MB = 2 ** 20;
/** Less would not hold two bodies with a picture. */
const BODY_MEMORY_MB = { min: 8, max: 100_000 };

/** A sandbox gives tokens by the hundred while it is tried out; whoever asks for no limits means these too. */
const ANONYMOUS_RATES_DEFAULT = {
  sandbox: { all: '6000/10', address: '3000/10' },
  real: { all: '600/10', address: '120/10' },
  unlimited: { all: '0', address: '0' },
} as const;

function readAnonymousLimits(read: Read, sandbox: boolean): LimitsConfig['anonymousLimits'] {
  const standing = read('RATE_LIMIT') === '0' ? 'unlimited' : sandbox ? 'sandbox' : 'real';
  const { all, address } = ANONYMOUS_RATES_DEFAULT[standing];
  return Object.freeze({
    all: readRateLimit('ANONYMOUS_RATE', read('ANONYMOUS_RATE') ?? all),
    address: readRateLimit('ANONYMOUS_RATE_ADDRESS', read('ANONYMOUS_RATE_ADDRESS') ?? address),
  });
}

function readIntrospection(value: string | undefined): Introspection {
  const choices = Object.values(Introspection);
  readChoice('INTROSPECTION', value ?? Introspection.ON, choices);
  return choices.find((choice) => choice === value) ?? Introspection.ON;
}

function readRateLimit(name: string, value: string): RateLimit | undefined {
  if (value === '0') return undefined;
  const [, requests, seconds] = /^([1-9]\d{0,6})\/([1-9]\d{0,4})$/.exec(value) ?? [];
  if (requests === undefined || seconds === undefined)
    throw new ConfigError(`${name} is "${value}": write operations per seconds, such as 180/10, or 0 for no limit.`);
  return { requests: Number(requests), seconds: Number(seconds) };
}

/** In the sandbox there is nobody to be told of, and refusals are tried out by the hundred. */
const LOOKUP_BUDGETS_DEFAULT = {
  real: { LOOKUP_BUDGET: '100/60', LOOKUP_BUDGET_PERSON: '5/600' },
  sandbox: { LOOKUP_BUDGET: '10000/1', LOOKUP_BUDGET_PERSON: '1000/1' },
} as const;

function readLookupBudgets(read: Read, sandbox: boolean): LookupSizes | undefined {
  const fallback = LOOKUP_BUDGETS_DEFAULT[sandbox ? 'sandbox' : 'real'];
  const [partner, person] = (['LOOKUP_BUDGET', 'LOOKUP_BUDGET_PERSON'] as const).map((name) => {
    const value = read(name) ?? fallback[name];
    const size = budgetSize(value);
    if (size !== undefined || (value === '0' && name === 'LOOKUP_BUDGET')) return size;
    throw new ConfigError(`${name} is "${value}": write how many, and after how many seconds one comes back: 100/60.`);
  });
  return partner && person && Object.freeze({ partner, person });
}

/** In the sandbox codes are shown: there is nothing to guess. Elsewhere these keep the odds below 1 in 10,000 a day. */
const TOTP_LIMITS_DEFAULT = {
  real: { TOTP_OPEN_MAX: '3', TOTP_DAILY_MAX: '10', TOTP_WAIT_SECONDS: '1' },
  sandbox: { TOTP_OPEN_MAX: '1000', TOTP_DAILY_MAX: '10000', TOTP_WAIT_SECONDS: '0' },
} as const;
const TOTP_COUNTS = { min: 1, max: 100_000 };

function readTotpLimits(read: Read, sandbox: boolean): TotpLimits {
  const fallback = TOTP_LIMITS_DEFAULT[sandbox ? 'sandbox' : 'real'];
  const valueOf = (name: keyof typeof fallback) => read(name) ?? fallback[name];
  return Object.freeze({
    openMax: readInteger('TOTP_OPEN_MAX', valueOf('TOTP_OPEN_MAX'), TOTP_COUNTS),
    dailyMax: readInteger('TOTP_DAILY_MAX', valueOf('TOTP_DAILY_MAX'), TOTP_COUNTS),
    waitSeconds: readSeconds('TOTP_WAIT_SECONDS', valueOf('TOTP_WAIT_SECONDS'), { min: 0, max: 60 }),
  });
}
