import { budget, budgetOrNone, integer, rate, seconds } from './kinds.ts';
import { setting } from './setting.ts';

/** More than any process bears: a number beyond it is a slip. */
const MANY = 100_000;
const COUNT = integer({ min: 1, max: MANY });

/** What callers are limited by. A sandbox is tried out by the hundred. */
export const limitSettings = {
  rateLimit: setting(
    'RATE_LIMIT',
    rate,
    '180/10',
    'requests per seconds of each partner, each query one and each root field of a mutation one; `0`: any number',
  ),
  anonymousRate: setting(
    'ANONYMOUS_RATE',
    rate,
    { sandbox: '6000/10', elsewhere: '600/10' },
    'requests per seconds of all callers without a token together, at each process; `0`, or absent with `RATE_LIMIT` 0: any number',
  ),
  anonymousRateAddress: setting(
    'ANONYMOUS_RATE_ADDRESS',
    rate,
    { sandbox: '3000/10', elsewhere: '120/10' },
    'the same from one address, an IPv6 network being one',
  ),
  trustedProxies: setting(
    'TRUSTED_PROXIES',
    integer({ min: 0, max: 10 }),
    '0',
    'proxies in front that add to `X-Forwarded-For`; with 0 the address is the one that connects',
  ),
  lookupBudget: setting(
    'LOOKUP_BUDGET',
    budgetOrNone,
    { sandbox: '10000/1', elsewhere: '100/60' },
    'how often a partner is told of others, and after how many seconds one comes back; `0`: any number; see [Look-ups](operations.md#look-ups)',
  ),
  lookupBudgetPerson: setting(
    'LOOKUP_BUDGET_PERSON',
    budget,
    { sandbox: '1000/1', elsewhere: '5/600' },
    'the same for one person; a company has ten times as many',
  ),
  totpOpenMax: setting(
    'TOTP_OPEN_MAX',
    COUNT,
    { sandbox: '1000', elsewhere: '3' },
    'one-time codes of one key, and of one holder, that can be used at once',
  ),
  totpDailyMax: setting('TOTP_DAILY_MAX', COUNT, { sandbox: '10000', elsewhere: '10' }, 'the same in 24 hours'),
  totpWaitSeconds: setting(
    'TOTP_WAIT_SECONDS',
    seconds({ min: 0, max: 60 }),
    { sandbox: '0', elsewhere: '1' },
    'wait after the first wrong code; it doubles with each',
  ),
  operationsAtOnce: setting(
    'OPERATIONS_AT_ONCE',
    COUNT,
    '1000',
    'operations that a process runs at once; more are refused with 503, to be sent again',
  ),
  bodyMemoryMb: setting(
    'BODY_MEMORY_MB',
    // Less would not hold two bodies with a picture.
    integer({ min: 8, max: MANY }),
    '256',
    'what request bodies of a process take at once; a caller has half of what others leave free',
  ),
  socketsPerPartner: setting(
    'SOCKETS_PER_PARTNER',
    integer({ min: 0, max: MANY }),
    '200',
    'sockets of one partner, and its requests that wait, over all processes; 0: any number',
  ),
  socketsWaiting: setting(
    'SOCKETS_WAITING',
    integer({ min: 2, max: MANY }),
    '10000',
    'sockets of a process that may wait to be acknowledged; an address has half of what others leave',
  ),
  configurationsMax: setting(
    'WEBHOOK_CONFIGURATIONS_MAX',
    integer({ min: 1, max: 10_000 }),
    '100',
    'webhook configurations of one partner; those that it has beyond stay',
  ),
  callsAtOnce: setting(
    'WEBHOOK_CALLS_AT_ONCE',
    COUNT,
    '1024',
    'webhook calls that a process has in flight at most; a partner has half of those that others leave',
  ),
};
