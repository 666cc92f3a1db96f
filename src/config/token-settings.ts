import { addressRanges, flag, headerName, httpUrl, integer, text } from './kinds.ts';
import { optional, setting } from './setting.ts';

const SECONDS_PER_DAY = 86_400;

/** Whose tokens are taken, and from whom. */
export const tokenSettings = {
  authIssuer: optional('AUTH_ISSUER', text, 'the sandbox issuer', 'issuer of tokens; needed when `SANDBOX` is false'),
  authAudience: setting(
    'AUTH_AUDIENCE',
    text,
    'partner-banking-gateway',
    'audience of tokens; needed when `SANDBOX` is false',
  ),
  authJwksUrl: optional(
    'AUTH_JWKS_URL',
    httpUrl,
    "the sandbox issuer's keys",
    'key set of any OpenID provider; needed when `SANDBOX` is false',
  ),
  authJwksSeconds: setting(
    'AUTH_JWKS_SECONDS',
    integer({ min: 1, max: 600 }),
    '60',
    'after how many seconds the key set is asked for again; tokens of a key that is no longer in it fall then',
  ),
  authPartnerClaim: setting('AUTH_PARTNER_CLAIM', text, 'partner_id', 'claim that names the partner'),
  tokenSecondsMax: setting(
    'TOKEN_SECONDS_MAX',
    integer({ min: 1, max: SECONDS_PER_DAY }),
    '3600',
    'longest life of a token, from its `iat`, or from now where it has none, to its `exp`; longer ones are refused',
  ),
  requireTokenType: setting(
    'REQUIRE_TOKEN_TYPE',
    flag,
    'false',
    'refuses tokens whose header has no `typ`; one of another type than `JWT` or `at+jwt` is refused in any case',
  ),
  requireSenderConstraint: setting(
    'REQUIRE_SENDER_CONSTRAINT',
    flag,
    'false',
    'refuses tokens that are bound to no key and no certificate of their sender; see [Bound tokens](bound-tokens.md)',
  ),
  clientCertificateHeader: optional(
    'CLIENT_CERTIFICATE_HEADER',
    headerName,
    'certificates are those of connections to `TLS_CERT_FILE`',
    'header in which the proxy in front tells the certificate that its client has shown, such as `client-cert`; it has to remove what clients send under that name; needs `TRUSTED_PROXIES`',
  ),
  clientCertificateProxies: optional(
    'CLIENT_CERTIFICATE_PROXIES',
    addressRanges,
    'none',
    'addresses from which that header is believed, such as `10.0.0.0/8`; needed with it',
  ),
};
