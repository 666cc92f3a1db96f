import { addressRanges, flag, headerName, integer, text } from './kinds.ts';
import { optional, setting } from './setting.ts';
import { httpUrl } from './url-kinds.ts';

const SECONDS_PER_DAY = 86_400;

/** Which tokens are accepted, and how they are bound to their senders. */
export const tokenSettings = {
  authIssuer: optional('AUTH_ISSUER', text, 'the sandbox issuer', 'issuer of tokens; required if `SANDBOX` is false'),
  authAudience: setting(
    'AUTH_AUDIENCE',
    text,
    'partner-banking-gateway',
    'audience of tokens; required if `SANDBOX` is false',
  ),
  authJwksUrl: optional(
    'AUTH_JWKS_URL',
    httpUrl,
    "the sandbox issuer's keys",
    'key set URL of any OpenID provider; required if `SANDBOX` is false',
  ),
  authJwksSeconds: setting(
    'AUTH_JWKS_SECONDS',
    integer({ min: 1, max: 600 }),
    '60',
    'seconds until the key set is fetched again; tokens of removed keys are then refused',
  ),
  authPartnerClaim: setting('AUTH_PARTNER_CLAIM', text, 'partner_id', 'claim that identifies the partner'),
  tokenSecondsMax: setting(
    'TOKEN_SECONDS_MAX',
    integer({ min: 1, max: SECONDS_PER_DAY }),
    '3600',
    'longest accepted lifetime of a token, from its `iat` (or now, if it has none) to its `exp`',
  ),
  requireTokenType: setting(
    'REQUIRE_TOKEN_TYPE',
    flag,
    'true',
    'refuses tokens without `typ` in their header (RFC 8725, 3.11); set it to `false` if your issuer writes none. Types other than `JWT` and `at+jwt` are always refused, and so are tokens of type `JWT` or none with claims of ID tokens, logout tokens or proofs',
  ),
  requireSenderConstraint: setting(
    'REQUIRE_SENDER_CONSTRAINT',
    flag,
    'false',
    'refuses tokens that are not bound to a key or certificate; see [Bound tokens](bound-tokens.md)',
  ),
  clientCertificateHeader: optional(
    'CLIENT_CERTIFICATE_HEADER',
    headerName,
    'certificates come from the TLS connection, see `TLS_CERT_FILE`',
    'header in which the proxy passes the client certificate, such as `client-cert`. The proxy must remove this header from client requests. Requires `TRUSTED_PROXIES`',
  ),
  clientCertificateProxies: optional(
    'CLIENT_CERTIFICATE_PROXIES',
    addressRanges,
    'none',
    'proxies whose `CLIENT_CERTIFICATE_HEADER` is trusted, such as `10.0.0.0/8`; required with it',
  ),
};
