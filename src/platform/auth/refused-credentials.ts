import type { Logger } from '../observability/logger.ts';
import type { Metrics } from '../observability/metrics.ts';
import { throttledLog } from '../observability/throttled-log.ts';

/** Why a token or a client's secret was refused; a label of a metric, so the values are few. */
export const RefusedCredential = {
  /** Not "Bearer <token>" or "DPoP <token>", too long, or not a signed token. */
  MALFORMED: 'malformed',
  /** An algorithm or key that is not the issuer's. */
  UNKNOWN_KEY: 'unknown_key',
  SIGNATURE: 'signature',
  EXPIRED: 'expired',
  /** Its lifetime is longer than allowed here. */
  LIFETIME: 'lifetime',
  /** Another issuer, audience or type, a start in the future, or a claim out of bounds. */
  CLAIMS: 'claims',
  /** Its header has no type. */
  UNTYPED: 'untyped',
  UNKNOWN_PARTNER: 'unknown_partner',
  SUSPENDED_PARTNER: 'suspended_partner',
  /** It is bound to a key or certificate, and its sender has not proven possession. */
  PROOF: 'proof',
  /** Its proof of possession was used before. */
  REPLAYED_PROOF: 'replayed_proof',
  /** It is not bound, although that is required. */
  NOT_BOUND: 'not_bound',
  /** At `/oauth/token`. */
  CLIENT_SECRET: 'client_secret',
} as const;
export type RefusedCredential = (typeof RefusedCredential)[keyof typeof RefusedCredential];

/** The token is not trusted. The message is for its bearer and contains no secret. */
export class InvalidToken extends Error {
  readonly reason: RefusedCredential;

  constructor(reason: RefusedCredential, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The proof of possession for a token is invalid; `details` help to correct it. */
export class InvalidProof extends InvalidToken {
  readonly details: Readonly<Record<string, string>>;

  constructor(reason: RefusedCredential, message: string, details: Readonly<Record<string, string>> = {}) {
    super(reason, message);
    this.details = details;
  }
}

/** A proof is valid except for its nonce: the client must make a new one with this nonce. */
export class NonceWanted extends Error {
  readonly nonce: string;

  constructor(nonce: string) {
    super('Create the proof with this nonce (use_dpop_nonce).');
    this.nonce = nonce;
  }
}

/** A partner has sent more proofs than its limit of requests allows. */
export class TooManyProofs extends Error {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super(
      'Too many proofs: a partner may send as many as its rate limit allows requests. Wait, or send fewer at a time.',
    );
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Called for each refusal. */
export type CredentialRefused = (reason: RefusedCredential) => void;

/**
 * Counts refused credentials, and logs them once a minute per reason; never what was sent, which can be a secret.
 * @param audit notes each as well
 */
export function credentialWatch(metrics: Metrics, logger: Logger, audit: CredentialRefused): CredentialRefused {
  const warn = throttledLog(logger, 'warn');
  for (const reason of Object.values(RefusedCredential)) metrics.credentialRefused(reason, 0);
  return (reason) => {
    metrics.credentialRefused(reason, 1);
    warn({ reason }, `credentials were refused: ${reason}`);
    audit(reason);
  };
}
