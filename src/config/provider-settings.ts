import { choice, headerPrefix, httpUrl, rate, seconds } from './kinds.ts';
import { optional, setting } from './setting.ts';

/** Whether the gateway is the bank, or stands before a provider that is. */
export const providerSettings = {
  provider: setting(
    'PROVIDER',
    choice(['local', 'rest']),
    'local',
    '`local`: this gateway is the bank; `rest`: it asks a provider of the partner API at `PROVIDER_URL`, with the credentials that `npm run provider` keeps',
  ),
  providerUrl: optional(
    'PROVIDER_URL',
    httpUrl,
    'nothing is asked',
    'base of the paths of the provider; needed when `PROVIDER` is `rest`, and https outside sandbox mode',
  ),
  providerTokenUrl: optional(
    'PROVIDER_TOKEN_URL',
    httpUrl,
    '`/oauth/token` of `PROVIDER_URL`',
    'where partners get their tokens for it; https outside sandbox mode',
  ),
  providerTimeoutSeconds: setting(
    'PROVIDER_TIMEOUT_SECONDS',
    seconds({ min: 0.1, max: 60 }),
    '6',
    'longest wait for an answer of the provider, waiting for a turn included',
  ),
  providerRate: setting(
    'PROVIDER_RATE',
    rate,
    '180/10',
    'requests per seconds to the provider from all partners and processes together; `0`: any number',
  ),
  providerFreshSeconds: setting(
    'PROVIDER_FRESH_SECONDS',
    seconds({ min: 0, max: 3_600 }),
    '30',
    'how long what the provider has answered is served again without asking',
  ),
  providerHeaderPrefix: setting(
    'PROVIDER_HEADER_PREFIX',
    headerPrefix,
    'x-svc-',
    "what the names of the provider's own headers begin with, such as `x-svc-transactional-hash`",
  ),
};
