import * as v from 'valibot';
import { BYTES_PER_MB } from '../platform/http/body-limits.ts';
import { budgetSize } from '../platform/limits/budget.ts';
import type { RateLimit } from '../platform/limits/partner-rates.ts';
import { integer, rate, seconds } from '../platform/settings/kinds.ts';
import { setting, settingGroup, wantedBy } from '../platform/settings/setting.ts';

/** A number, and the seconds of one refill. */
const budget = v.pipe(
  v.string(),
  v.transform(budgetSize),
  v.object({ points: v.number(), seconds: v.number() }),
  v.description('a number, and seconds until one is refilled, such as 100/60'),
);

/** The same, or null for no limit. */
const budgetOrNone = v.pipe(
  v.union([
    v.pipe(
      v.literal('0'),
      v.transform(() => null),
    ),
    budget,
  ]),
  v.description(`${wantedBy(budget)}, or 0 for no limit`),
);

/** More than any process can handle: a larger number is a mistake. */
const MANY = 100_000;
const COUNT = integer({ min: 1, max: MANY });

const settings = {
  rateLimit: setting(
    'RATE_LIMIT',
    rate(),
    '180/10',
    'requests per seconds of each partner; a query counts once, a mutation once per root field. `0`: no limit',
  ),
  anonymousRate: setting(
    'ANONYMOUS_RATE',
    rate(),
    { sandbox: '6000/10', elsewhere: '600/10' },
    'requests per seconds of all callers without a token together, per process. `0`, or not set with `RATE_LIMIT` 0: no limit',
  ),
  anonymousRateAddress: setting(
    'ANONYMOUS_RATE_ADDRESS',
    rate(),
    { sandbox: '3000/10', elsewhere: '120/10' },
    'the same per address; an IPv6 /64 network counts as one. A process remembers the 10,000 addresses that were used last',
  ),
  trustedProxies: setting(
    'TRUSTED_PROXIES',
    integer({ min: 0, max: 10 }),
    '0',
    'number of proxies in front that append to `X-Forwarded-For`; with 0 the address of the connection is used',
  ),
  lookupBudget: setting(
    'LOOKUP_BUDGET',
    budgetOrNone,
    { sandbox: '10000/1', elsewhere: '100/60' },
    'look-ups that reveal data of others, per partner, and seconds until one is refilled; `0`: no limit. See [Look-ups](operations.md#look-ups)',
  ),
  lookupBudgetPerson: setting(
    'LOOKUP_BUDGET_PERSON',
    budget,
    { sandbox: '1000/1', elsewhere: '5/600' },
    'the same per person; a company has ten times as many',
  ),
  totpOpenMax: setting(
    'TOTP_OPEN_MAX',
    COUNT,
    { sandbox: '1000', elsewhere: '3' },
    'one-time codes of one key, and of one holder, that are valid at once',
  ),
  totpDailyMax: setting('TOTP_DAILY_MAX', COUNT, { sandbox: '10000', elsewhere: '10' }, 'the same in 24 hours'),
  totpWaitSeconds: setting(
    'TOTP_WAIT_SECONDS',
    seconds({ min: 0, max: 60 }),
    { sandbox: '0', elsewhere: '1' },
    'wait after the first wrong code; it doubles with each further one',
  ),
  operationsAtOnce: setting(
    'OPERATIONS_AT_ONCE',
    COUNT,
    '1000',
    'concurrent operations per process; more are refused with 503, and can be retried',
  ),
  bodyMemoryMb: setting(
    'BODY_MEMORY_MB',
    // Less has no room for two bodies with a picture.
    integer({ min: 8, max: MANY }),
    '256',
    'memory that a process holds for callers: bodies, unsent answers, open subscriptions, kept results; one caller may use half of what others leave free',
  ),
  socketsPerPartner: setting(
    'SOCKETS_PER_PARTNER',
    integer({ min: 0, max: MANY }),
    '200',
    'sockets and waiting requests per partner, over all processes, and of all callers without a token, of which one address may use half of what others leave free; `0`: no limit',
  ),
  connectionsMax: setting(
    'CONNECTIONS_MAX',
    integer({ min: 2, max: MANY }),
    '20000',
    'connections per process, of HTTP and of sockets; one address may use half of what others leave free, behind `TRUSTED_PROXIES` only for sockets. At most 80 % of the files that the process may open',
  ),
  configurationsMax: setting(
    'WEBHOOK_CONFIGURATIONS_MAX',
    integer({ min: 1, max: 10_000 }),
    '100',
    'webhook configurations per partner; existing ones beyond the limit are kept',
  ),
};

/** Limits of callers. Those of a sandbox are higher, for tests with many requests. */
export const limits = settingGroup('Limits', settings, (values, { isGiven }) => {
  const { rateLimit, anonymousRate, anonymousRateAddress, lookupBudget, lookupBudgetPerson, ...rest } = values;
  const { totpOpenMax, totpDailyMax, totpWaitSeconds, bodyMemoryMb, ...others } = rest;
  // If partners are not limited, neither are callers without a token.
  const anonymous = (limit: RateLimit | null, name: string) =>
    rateLimit === null && !isGiven(name) ? undefined : (limit ?? undefined);
  return {
    ...others,
    rateLimit: rateLimit ?? undefined,
    anonymousLimits: {
      all: anonymous(anonymousRate, 'ANONYMOUS_RATE'),
      address: anonymous(anonymousRateAddress, 'ANONYMOUS_RATE_ADDRESS'),
    },
    lookupBudgets: lookupBudget === null ? undefined : { partner: lookupBudget, person: lookupBudgetPerson },
    totpLimits: { openMax: totpOpenMax, dailyMax: totpDailyMax, waitSeconds: totpWaitSeconds },
    bodyMemoryBytes: bodyMemoryMb * BYTES_PER_MB,
  };
});
