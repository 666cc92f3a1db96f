import { choice, headerPrefix, rateOf, seconds } from './kinds.ts';
import { optional, setting } from './setting.ts';
import { httpUrl } from './url-kinds.ts';

/** Fewer would leave none for a window that overlaps two slots; see `call-budget.rules.ts`. */
const REQUESTS_MIN = 2;

/** Whether the gateway is the bank, or forwards to a provider that is. */
export const providerSettings = {
  provider: setting(
    'PROVIDER',
    choice(['local', 'rest']),
    'local',
    '`local`: this gateway is the bank. `rest`: it calls a provider of the partner API at `PROVIDER_URL`, with the credentials that `npm run provider` stores',
  ),
  providerUrl: optional(
    'PROVIDER_URL',
    httpUrl,
    'no provider',
    'base URL of the provider; required if `PROVIDER` is `rest`; https outside sandbox mode',
  ),
  providerTokenUrl: optional(
    'PROVIDER_TOKEN_URL',
    httpUrl,
    '`/oauth/token` of `PROVIDER_URL`',
    'token endpoint of the provider; https outside sandbox mode',
  ),
  providerTimeoutSeconds: setting(
    'PROVIDER_TIMEOUT_SECONDS',
    seconds({ min: 0.1, max: 60 }),
    '6',
    'timeout of a call to the provider, time in the queue included',
  ),
  providerRate: setting(
    'PROVIDER_RATE',
    rateOf(`operations per seconds, at least ${REQUESTS_MIN}, such as 180/10, or 0 for no limit`, REQUESTS_MIN),
    '180/10',
    'requests per seconds to the provider, of all partners and processes together; `0`: no limit',
  ),
  providerFreshSeconds: setting(
    'PROVIDER_FRESH_SECONDS',
    seconds({ min: 0, max: 3_600 }),
    '30',
    'how long responses of the provider are served from the cache',
  ),
  providerHeaderPrefix: setting(
    'PROVIDER_HEADER_PREFIX',
    headerPrefix,
    'x-svc-',
    "prefix of the provider's own headers, such as `x-svc-transactional-hash`",
  ),
};
