import * as v from 'valibot';
import type { ForwardedCertificates } from '../platform/auth/sender.ts';
import { isLoopbackName } from '../platform/loopback-name.ts';
import { addressRanges, flag, httpUrl, integer, text } from '../platform/settings/kinds.ts';
import { optional, setting, settingGroup, type Reading } from '../platform/settings/setting.ts';
import { limits } from './limits.ts';

const SECONDS_PER_DAY = 86_400;

/** Headers that clients or other proxies set. Of some, Node keeps only the first value, which would be the client's. */
const HEADERS_IN_USE = new Set([
  ...['accept', 'accept-encoding', 'accept-language', 'api-version', 'authorization', 'connection', 'content-encoding'],
  ...['content-length', 'content-type', 'cookie', 'dpop', 'expect', 'forwarded', 'from', 'host', 'if-none-match'],
  ...['origin', 'proxy-authorization', 'referer', 'transfer-encoding', 'upgrade', 'user-agent', 'x-forwarded-for'],
]);

/** A header name (RFC 9110, 5.1) without another meaning, in lower case as in Node. */
const headerName = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.regex(/^[\w!#$%&'*+.^`|~-]+$/),
  v.check((name) => !HEADERS_IN_USE.has(name)),
  v.description('the name of a header that means nothing else, such as client-cert'),
);

const settings = {
  issuer: optional('AUTH_ISSUER', text, 'the sandbox issuer', 'issuer of tokens; required if `SANDBOX` is false'),
  audience: setting(
    'AUTH_AUDIENCE',
    text,
    'partner-banking-gateway',
    'audience of tokens; required if `SANDBOX` is false',
  ),
  jwksUrl: optional(
    'AUTH_JWKS_URL',
    httpUrl,
    "the sandbox issuer's keys",
    'key set URL of any OpenID provider; required if `SANDBOX` is false',
  ),
  jwksSeconds: setting(
    'AUTH_JWKS_SECONDS',
    integer({ min: 1, max: 600 }),
    '60',
    'seconds until the key set is fetched again; tokens of removed keys are then refused',
  ),
  partnerClaim: setting('AUTH_PARTNER_CLAIM', text, 'partner_id', 'claim that identifies the partner'),
  secondsMax: setting(
    'TOKEN_SECONDS_MAX',
    integer({ min: 1, max: SECONDS_PER_DAY }),
    '3600',
    'longest accepted lifetime of a token, from its `iat` (or now, if it has none) to its `exp`',
  ),
  isTypeRequired: setting(
    'REQUIRE_TOKEN_TYPE',
    flag,
    'true',
    'refuses tokens without `typ` in their header (RFC 8725, 3.11); set it to `false` if your issuer writes none. Types other than `JWT` and `at+jwt` are always refused, and so are tokens of type `JWT` or none with claims of ID tokens, logout tokens or proofs',
  ),
  isBindingRequired: setting(
    'REQUIRE_SENDER_CONSTRAINT',
    flag,
    'false',
    'refuses tokens that are not bound to a key or certificate; see [Bound tokens](bound-tokens.md)',
  ),
  header: optional(
    'CLIENT_CERTIFICATE_HEADER',
    headerName,
    'certificates come from the TLS connection, see `TLS_CERT_FILE`',
    'header in which the proxy passes the client certificate, such as `client-cert`. The proxy must remove this header from client requests. Requires `TRUSTED_PROXIES`',
  ),
  proxies: optional(
    'CLIENT_CERTIFICATE_PROXIES',
    addressRanges,
    'none',
    'proxies whose `CLIENT_CERTIFICATE_HEADER` is trusted, such as `10.0.0.0/8`; required with it',
  ),
};

/** Which tokens are accepted, and how they are bound to their senders. */
export const tokens = settingGroup('Tokens', settings, ({ header, proxies, ...auth }, reading) => {
  if (!reading.isSandbox || reading.isGiven('AUTH_JWKS_URL'))
    for (const name of ['AUTH_ISSUER', 'AUTH_AUDIENCE', 'AUTH_JWKS_URL'])
      if (!reading.isGiven(name))
        reading.refuse(name, 'is missing: it is required if SANDBOX is false or another issuer is set', ['SANDBOX']);
  if (auth.jwksUrl !== undefined && !isPrivateTo(new URL(auth.jwksUrl)))
    reading.refuse(
      'AUTH_JWKS_URL',
      `is ${auth.jwksUrl}: write an https URL. Anyone who can change the keys in transit can issue tokens`,
    );
  return { ...auth, forwardedCertificates: forwardedCertificates({ header, proxies }, reading) };
});

/** Checks whether responses cannot be changed in transit: they are encrypted, or never leave this machine. */
function isPrivateTo({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || isLoopbackName(hostname);
}

/** A header that any client can set proves nothing: the proxies that set it must be configured. */
function forwardedCertificates(
  { header, proxies }: { readonly [Name in keyof ForwardedCertificates]: ForwardedCertificates[Name] | undefined },
  reading: Reading,
): ForwardedCertificates | undefined {
  const [HEADER, PROXIES] = ['CLIENT_CERTIFICATE_HEADER', 'CLIENT_CERTIFICATE_PROXIES'];
  const { trustedProxies } = reading.of(limits);
  if (reading.isGiven(HEADER) !== reading.isGiven(PROXIES))
    reading.refuse(
      reading.isGiven(HEADER) ? PROXIES : HEADER,
      'is missing: a certificate header requires both the header and the addresses of its proxies',
    );
  if (header === undefined || proxies === undefined) return undefined;
  if (trustedProxies === 0)
    reading.refuse(
      HEADER,
      `is ${header}, and TRUSTED_PROXIES is 0: write the number of proxies in front, or leave the setting out, as clients could send the header themselves`,
      ['TRUSTED_PROXIES'],
    );
  return { header, proxies };
}
