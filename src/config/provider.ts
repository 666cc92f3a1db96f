import { choice, headerPrefix, rate, seconds, urlWithout } from '../platform/settings/kinds.ts';
import { optional, setting, settingGroup } from '../platform/settings/setting.ts';

/** Fewer would leave none for a window that overlaps two slots; see `call-budget.rules.ts`. */
const REQUESTS_MIN = 2;
const CREDENTIALS = 'store credentials with npm run provider';

const settings = {
  provider: setting(
    'PROVIDER',
    choice(['local', 'rest']),
    'local',
    '`local`: this gateway is the bank. `rest`: it calls a provider of the partner API at `PROVIDER_URL`, with the credentials that `npm run provider` stores',
  ),
  baseUrl: optional(
    'PROVIDER_URL',
    urlWithout(['?', '#'], CREDENTIALS),
    'no provider',
    'base URL of the provider; required if `PROVIDER` is `rest`; https outside sandbox mode',
  ),
  tokenUrl: optional(
    'PROVIDER_TOKEN_URL',
    urlWithout(['#'], CREDENTIALS),
    '`/oauth/token` of `PROVIDER_URL`',
    'token endpoint of the provider; https outside sandbox mode',
  ),
  timeoutSeconds: setting(
    'PROVIDER_TIMEOUT_SECONDS',
    seconds({ min: 0.1, max: 60 }),
    '6',
    'timeout of a call to the provider, time in the queue included',
  ),
  rate: setting(
    'PROVIDER_RATE',
    rate(`operations per seconds, at least ${REQUESTS_MIN}, such as 180/10, or 0 for no limit`, REQUESTS_MIN),
    '180/10',
    'requests per seconds to the provider, of all partners and processes together; `0`: no limit',
  ),
  freshSeconds: setting(
    'PROVIDER_FRESH_SECONDS',
    seconds({ min: 0, max: 3_600 }),
    '30',
    'how long responses of the provider are served from the cache',
  ),
  headerPrefix: setting(
    'PROVIDER_HEADER_PREFIX',
    headerPrefix,
    'x-svc-',
    "prefix of the provider's own headers, such as `x-svc-transactional-hash`",
  ),
};

/** Whether the gateway is the bank, which yields undefined, or forwards to a provider that is. */
export const provider = settingGroup('Provider', settings, (values, reading) => {
  const { provider: kind, baseUrl, tokenUrl, timeoutSeconds, ...others } = values;
  // Credentials and personal data are sent there.
  for (const [name, url] of Object.entries({ PROVIDER_URL: baseUrl, PROVIDER_TOKEN_URL: tokenUrl }))
    if (!reading.isSandbox && url?.startsWith('http:'))
      reading.refuse(name, `is ${url}: write an https URL: http is allowed only in sandbox mode`, ['SANDBOX']);
  if (kind === 'local') return undefined;
  if (!reading.isGiven('PROVIDER_URL'))
    reading.refuse('PROVIDER_URL', 'is missing: it is required if PROVIDER is rest');
  if (!reading.isSandbox && !reading.isGiven('SECRETS_KEY'))
    reading.refuse(
      'SECRETS_KEY',
      'is missing: it encrypts the credentials of partners, and is required if PROVIDER is rest and SANDBOX is false',
      ['SANDBOX'],
    );
  const url = baseUrl?.replace(/\/+$/, '') ?? '';
  return { ...others, url, tokenUrl: tokenUrl ?? `${url}/oauth/token`, timeoutMs: timeoutSeconds * 1_000 };
});
