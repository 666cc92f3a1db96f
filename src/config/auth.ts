import { isLoopbackName } from '../platform/http/host-check.ts';
import type { ForwardedCertificates } from '../platform/http/client-certificates.ts';
import { limitSettings } from './limit-settings.ts';
import { ConfigError, type Environment, type Read } from './setting.ts';
import { tokenSettings } from './token-settings.ts';

/** Which tokens are accepted. In sandbox mode those of the gateway's own issuer, unless another is configured. */
export interface AuthConfig {
  /** Undefined: the public URL of the gateway itself. */
  readonly issuer: string | undefined;
  readonly audience: string;
  readonly jwksUrl: string | undefined;
  /** Seconds until its keys are fetched again. */
  readonly jwksSeconds: number;
  readonly partnerClaim: string;
  /** Longest lifetime of a token. */
  readonly secondsMax: number;
  /** Whether a token must have a `typ` in its header. */
  readonly isTypeRequired: boolean;
  /** Whether only sender-constrained tokens are accepted. */
  readonly isBindingRequired: boolean;
  /** How proxies pass client certificates, if they do. */
  readonly forwardedCertificates: ForwardedCertificates | undefined;
}

/** @throws ConfigError */
export function readAuth(read: Read, environment: Environment, sandbox: boolean): AuthConfig {
  const { authIssuer, authAudience, authJwksUrl } = tokenSettings;
  if (!sandbox || authJwksUrl.isGiven(environment))
    for (const needed of [authIssuer, authAudience, authJwksUrl])
      if (!needed.isGiven(environment))
        throw new ConfigError(
          `${needed.name} is missing: it is required if SANDBOX is false or another issuer is set.`,
        );
  const jwksUrl = read(authJwksUrl);
  if (jwksUrl !== undefined && !isPrivateTo(new URL(jwksUrl)))
    throw new ConfigError(
      `${authJwksUrl.name} is ${jwksUrl}: write an https URL. Anyone who can change the keys in transit can issue tokens.`,
    );
  return Object.freeze({
    issuer: read(authIssuer),
    audience: read(authAudience),
    jwksUrl,
    jwksSeconds: read(tokenSettings.authJwksSeconds),
    partnerClaim: read(tokenSettings.authPartnerClaim),
    secondsMax: read(tokenSettings.tokenSecondsMax),
    isTypeRequired: read(tokenSettings.requireTokenType),
    isBindingRequired: read(tokenSettings.requireSenderConstraint),
    forwardedCertificates: readForwardedCertificates(read),
  });
}

/** Checks whether responses cannot be changed in transit: they are encrypted, or never leave this machine. */
function isPrivateTo({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || isLoopbackName(hostname);
}

/** A header that any client can set proves nothing: the proxies that set it must be configured. */
function readForwardedCertificates(read: Read): ForwardedCertificates | undefined {
  const { clientCertificateHeader, clientCertificateProxies } = tokenSettings;
  const [header, proxies] = [read(clientCertificateHeader), read(clientCertificateProxies)];
  if (header === undefined && proxies === undefined) return undefined;
  if (header === undefined || proxies === undefined) {
    const missing = header === undefined ? clientCertificateHeader : clientCertificateProxies;
    throw new ConfigError(
      `${missing.name} is missing: a certificate header requires both the header and the addresses of its proxies.`,
    );
  }
  if (read(limitSettings.trustedProxies) === 0)
    throw new ConfigError(
      `${clientCertificateHeader.name} is ${header}, and TRUSTED_PROXIES is 0: write the number of proxies in front, or leave the setting out, as clients could send the header themselves.`,
    );
  return { header, proxies };
}
