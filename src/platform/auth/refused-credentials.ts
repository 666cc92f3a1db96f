import type { Logger } from '../observability/logger.ts';
import type { Metrics } from '../observability/metrics.ts';
import { sparingly } from '../observability/sparingly.ts';

/** Why a token or a client's secret was refused; a label of a metric, so they are few. */
export const RefusedCredential = {
  /** Not "Bearer <token>", too long, or no signed token at all. */
  MALFORMED: 'malformed',
  /** An algorithm or key that is not the issuer's. */
  UNKNOWN_KEY: 'unknown_key',
  SIGNATURE: 'signature',
  EXPIRED: 'expired',
  /** Its issuer lets it live for longer than is allowed here. */
  LIFETIME: 'lifetime',
  /** Another issuer, audience or type, a beginning that is to come, or a claim out of bounds. */
  CLAIMS: 'claims',
  UNKNOWN_PARTNER: 'unknown_partner',
  SUSPENDED_PARTNER: 'suspended_partner',
  /** At `/oauth/token`. */
  CLIENT_SECRET: 'client_secret',
} as const;
export type RefusedCredential = (typeof RefusedCredential)[keyof typeof RefusedCredential];

/** The token is not to be trusted. The message is for its bearer and names no secret. */
export class InvalidToken extends Error {
  readonly reason: RefusedCredential;

  constructor(reason: RefusedCredential, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** To be told of each refusal. */
export type CredentialRefused = (reason: RefusedCredential) => void;

/** Counts refused credentials and logs them once a minute for each reason: never what was sent, which may be a secret. */
export function credentialWatch(metrics: Metrics, logger: Logger): CredentialRefused {
  const warn = sparingly(logger, 'warn');
  for (const reason of Object.values(RefusedCredential)) metrics.credentialRefused(reason, 0);
  return (reason) => {
    metrics.credentialRefused(reason, 1);
    warn({ reason }, `credentials were refused: ${reason}`);
  };
}
