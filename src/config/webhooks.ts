import { addressRanges, integer, listOf, seconds } from '../platform/settings/kinds.ts';
import { optional, setting, settingGroup } from '../platform/settings/setting.ts';

const SECONDS_PER_DAY = 86_400;

const settings = {
  retrySeconds: setting(
    'WEBHOOK_RETRY_SECONDS',
    listOf(seconds({ min: 0, max: 7 * SECONDS_PER_DAY })),
    '5,30,120,600,1800,3600,7200,14400,28800,57600,86400',
    'delays between attempts',
  ),
  timeoutSeconds: setting('WEBHOOK_TIMEOUT_SECONDS', seconds({ min: 0.1, max: 60 }), '10', 'timeout of one attempt'),
  breakerFailures: setting(
    'WEBHOOK_BREAKER_FAILURES',
    integer({ min: 1, max: 1_000 }),
    '5',
    'consecutive failures that open a circuit breaker',
  ),
  breakerSeconds: setting(
    'WEBHOOK_BREAKER_SECONDS',
    seconds({ min: 0.1, max: SECONDS_PER_DAY }),
    '30',
    'how long a circuit breaker stays open at first',
  ),
  callsAtOnce: setting(
    'WEBHOOK_CALLS_AT_ONCE',
    integer({ min: 1, max: 100_000 }),
    '1024',
    'concurrent webhook calls per process; one partner may use half of what others leave free',
  ),
  allowCidrs: optional(
    'WEBHOOK_ALLOW_CIDRS',
    addressRanges,
    'none',
    'private ranges that may be called, such as `10.20.0.0/16`',
  ),
};

/** How messages are delivered. */
export const webhooks = settingGroup('Webhooks', settings, ({ allowCidrs = [], ...others }) => ({
  ...others,
  allowCidrs,
}));
