import { isLoopbackName } from '../platform/http/host-check.ts';
import type { ForwardedCertificates } from '../platform/http/client-certificates.ts';
import { limitSettings } from './limit-settings.ts';
import { ConfigError, type Environment, type Read } from './setting.ts';
import { tokenSettings } from './token-settings.ts';

/** Whose tokens are trusted. In sandbox mode the gateway's own issuer, unless another is given. */
export interface AuthConfig {
  /** Undefined: the public address of the gateway itself. */
  readonly issuer: string | undefined;
  readonly audience: string;
  readonly jwksUrl: string | undefined;
  /** How often its keys are asked for again. */
  readonly jwksSeconds: number;
  readonly partnerClaim: string;
  /** Longest life of a token. */
  readonly secondsMax: number;
  /** Whether a token has to say of which type it is. */
  readonly isTypeRequired: boolean;
  /** Whether only tokens are taken that are bound to their sender. */
  readonly isBindingRequired: boolean;
  /** How proxies tell certificates of clients, if they do. */
  readonly forwardedCertificates: ForwardedCertificates | undefined;
}

/** @throws ConfigError */
export function readAuth(read: Read, environment: Environment, sandbox: boolean): AuthConfig {
  const { authIssuer, authAudience, authJwksUrl } = tokenSettings;
  if (!sandbox || authJwksUrl.isGiven(environment))
    for (const needed of [authIssuer, authAudience, authJwksUrl])
      if (!needed.isGiven(environment))
        throw new ConfigError(
          `${needed.name} is missing: it is needed when SANDBOX is false or another issuer is given.`,
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

/** Whether nobody in between can change what is read there: it is encrypted, or never leaves this machine. */
function isPrivateTo({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || isLoopbackName(hostname);
}

/** A header that anybody may write proves nothing: who writes it has to be named. */
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
      `${clientCertificateHeader.name} is ${header}, and TRUSTED_PROXIES is 0: write how many proxies are in front, or leave the header out, as clients could write it themselves.`,
    );
  return { header, proxies };
}
