import type { Logger } from '../observability/logger.ts';
import type { Metrics } from '../observability/metrics.ts';
import { throttledLog } from '../observability/throttled-log.ts';

/** Why a token or a client's secret was refused; a label of a metric, so they are few. */
export const RefusedCredential = {
  /** Not "Bearer <token>" or "DPoP <token>", too long, or no signed token at all. */
  MALFORMED: 'malformed',
  /** An algorithm or key that is not the issuer's. */
  UNKNOWN_KEY: 'unknown_key',
  SIGNATURE: 'signature',
  EXPIRED: 'expired',
  /** Its issuer lets it live for longer than is allowed here. */
  LIFETIME: 'lifetime',
  /** Another issuer, audience or type, a beginning that is to come, or a claim out of bounds. */
  CLAIMS: 'claims',
  /** It does not say of which type it is. */
  UNTYPED: 'untyped',
  UNKNOWN_PARTNER: 'unknown_partner',
  SUSPENDED_PARTNER: 'suspended_partner',
  /** It is bound to a key or certificate, and its sender has not proven to have that. */
  PROOF: 'proof',
  /** Its proof of possession was used before. */
  REPLAYED_PROOF: 'replayed_proof',
  /** It is bound to nothing, where that is required. */
  NOT_BOUND: 'not_bound',
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

/** The proof of possession that goes with a token is wrong; `details` help its maker. */
export class InvalidProof extends InvalidToken {
  readonly details: Readonly<Record<string, string>>;

  constructor(reason: RefusedCredential, message: string, details: Readonly<Record<string, string>> = {}) {
    super(reason, message);
    this.details = details;
  }
}

/** A proof is as it has to be, but for its nonce: the same once more, with this one. */
export class NonceWanted extends Error {
  readonly nonce: string;

  constructor(nonce: string) {
    super('Make the proof with this nonce (use_dpop_nonce).');
    this.nonce = nonce;
  }
}

/** More proofs than a partner has requests. */
export class TooManyProofs extends Error {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('A partner has no more proofs looked at than it has requests: wait, or send fewer at a time.');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Is notified of each refusal. */
export type CredentialRefused = (reason: RefusedCredential) => void;

/** Counts refused credentials and logs them once a minute for each reason: never what was sent, which may be a secret. */
export function credentialWatch(metrics: Metrics, logger: Logger): CredentialRefused {
  const warn = throttledLog(logger, 'warn');
  for (const reason of Object.values(RefusedCredential)) metrics.credentialRefused(reason, 0);
  return (reason) => {
    metrics.credentialRefused(reason, 1);
    warn({ reason }, `credentials were refused: ${reason}`);
  };
}
