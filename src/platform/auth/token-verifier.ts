/**
 * Decides who sends a request, and what that caller may do.
 * @packageDocumentation
 */

import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { grantedBy } from './scope.ts';
import type { Clock } from '../../kernel/clock.ts';
import { isStorableText } from '../../kernel/text.ts';
import { confirmationOf, type Confirmation } from './confirmation.ts';
import { thumbprintOf, type KeySet } from './key-set.ts';
import type { Principal, Restrictions, Tenants } from './principal.ts';
import { InvalidToken, RefusedCredential } from './refused-credentials.ts';
import { checkClaims, checkType, clientOf, LEEWAY_SECONDS, scopesOf, type TokenRules } from './token-claims.ts';

/**
 * Asymmetric algorithms only: with a symmetric one, every verifier could also forge tokens. Ed25519 is the newer name of
 * EdDSA (RFC 9864).
 */
const TOKEN_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];
/** Longest accepted token, in characters. */
const TOKEN_LENGTH_MAX = 8_192;
/** Maximum number of cached tokens; beyond it, the oldest is evicted. */
const CACHED_TOKENS_MAX = 10_000;

/** Reasons that end when a restriction of the partner is lifted. */
const LIFTED_LATER: ReadonlySet<RefusedCredential> = new Set([
  RefusedCredential.SUSPENDED_PARTNER,
  RefusedCredential.NOT_BOUND,
]);

/** The claims of a token, and the thumbprint of the key that signed it. */
interface Verified {
  readonly claims: JWTPayload;
  readonly tokenKey: string;
}

/** Verifies tokens against a key set, and caches verified ones until they expire or their key is removed. */
export class TokenVerifier {
  private readonly cache = new Map<string, Principal>();
  private readonly rules: TokenRules;
  private readonly keys: KeySet;
  private readonly tenants: Tenants;
  private readonly clock: Clock;

  constructor(rules: TokenRules, keys: KeySet, tenants: Tenants, clock: Clock) {
    this.rules = rules;
    this.keys = keys;
    this.tenants = tenants;
    this.clock = clock;
  }

  /** Returns the principal of a token that was verified before and is still valid; undefined: use `verify`. */
  known(token: string): Principal | undefined {
    const cached = this.cache.get(token);
    return cached !== undefined && this.problemOf(cached) === undefined ? cached : undefined;
  }

  /**
   * Returns the principal of a token.
   * @throws InvalidToken if it is malformed, forged, expired, for another audience, or refused for its partner
   */
  async verify(token: string): Promise<Principal> {
    const cached = this.cache.get(token);
    if (cached !== undefined) {
      const problem = this.problemOf(cached);
      if (problem === undefined) return cached;
      // It can become valid again, and is refused without another verification until then.
      if (LIFTED_LATER.has(problem.reason)) throw problem;
      this.cache.delete(token);
      // Without its key it is verified again, which shows whether the key was removed or the key set is unavailable.
      if (problem.reason !== RefusedCredential.UNKNOWN_KEY) throw problem;
    }
    const principal = await this.principalOf(await this.verified(token));
    this.remember(token, principal);
    return principal;
  }

  /** Returns why a verified token is no longer valid: sockets outlive expiry, removed keys and new restrictions. */
  problemOf({ tokenExpiresAt, tokenKey, partnerId, boundTo }: Principal): InvalidToken | undefined {
    if (this.clock.now() >= tokenExpiresAt)
      return new InvalidToken(RefusedCredential.EXPIRED, 'The token has expired.');
    if (!this.keys.has(tokenKey))
      return new InvalidToken(RefusedCredential.UNKNOWN_KEY, 'The signing key of the token is no longer trusted.');
    return this.restricted(this.tenants.restrictionsOf(partnerId), boundTo);
  }

  private restricted(restrictions: Restrictions, boundTo: Confirmation | undefined): InvalidToken | undefined {
    if (restrictions.isSuspended)
      return new InvalidToken(RefusedCredential.SUSPENDED_PARTNER, 'The partner is suspended.');
    if (boundTo !== undefined || !(this.rules.isBindingRequired || restrictions.isBindingRequired)) return undefined;
    return new InvalidToken(
      RefusedCredential.NOT_BOUND,
      'Only tokens that are bound to a key or certificate (cnf) are accepted here.',
    );
  }

  private async verified(token: string): Promise<Verified> {
    if (token.length > TOKEN_LENGTH_MAX) throw new InvalidToken(RefusedCredential.MALFORMED, 'The token is too long.');
    const now = this.clock.now();
    let keysFound = 0;
    const find: JWTVerifyGetKey = async (...named) => {
      const key = await this.keys.find(...named);
      keysFound += 1;
      return key;
    };
    try {
      const { payload, protectedHeader, key } = await jwtVerify(token, find, {
        algorithms: TOKEN_ALGORITHMS,
        issuer: this.rules.issuer,
        audience: this.rules.audience,
        requiredClaims: ['exp'],
        currentDate: now,
        clockTolerance: LEEWAY_SECONDS,
      });
      checkType(protectedHeader.typ, payload, this.rules);
      checkClaims(payload, this.rules, now);
      return { claims: payload, tokenKey: await thumbprintOf(key) };
    } catch (error) {
      if (error instanceof errors.JWTExpired)
        throw new InvalidToken(RefusedCredential.EXPIRED, 'The token has expired.');
      if (error instanceof errors.JOSEError && !isFailureOfKeySet(error))
        throw new InvalidToken(reasonOf(error), 'The token is not valid.');
      // jose throws a TypeError for a key that is too short, for example.
      if (keysFound > 0 && !(error instanceof InvalidToken))
        throw new InvalidToken(RefusedCredential.UNKNOWN_KEY, 'The signing key of the token cannot be used.');
      throw error;
    }
  }

  private async principalOf({ claims, tokenKey }: Verified): Promise<Principal> {
    const partnerId = claims[this.rules.partnerClaim];
    if (typeof partnerId !== 'string' || claims.exp === undefined)
      throw new InvalidToken(RefusedCredential.CLAIMS, 'The token names no partner.');
    const tenant = isStorableText(partnerId) ? await this.tenants.find(partnerId) : undefined;
    if (tenant === undefined)
      throw new InvalidToken(RefusedCredential.UNKNOWN_PARTNER, 'The token names an unknown partner.');
    const boundTo = confirmationOf(claims);
    const problem = this.restricted(tenant, boundTo);
    if (problem !== undefined) throw problem;
    return {
      partnerId,
      companyKey: tenant.companyKey,
      client: clientOf(claims),
      scopes: grantedBy(scopesOf(claims)),
      tokenExpiresAt: new Date(claims.exp * 1_000),
      tokenKey,
      boundTo,
    };
  }

  private remember(token: string, principal: Principal): void {
    if (this.cache.size >= CACHED_TOKENS_MAX) {
      const oldest = this.cache.keys().next();
      if (!oldest.done) this.cache.delete(oldest.value);
    }
    this.cache.set(token, principal);
  }
}

/** Returns the reason for which jose has refused a token. */
function reasonOf(error: errors.JOSEError): RefusedCredential {
  if (error instanceof errors.JWSSignatureVerificationFailed) return RefusedCredential.SIGNATURE;
  const isOfKey = [errors.JOSEAlgNotAllowed, errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys];
  if (isOfKey.some((kind) => error instanceof kind)) return RefusedCredential.UNKNOWN_KEY;
  return error instanceof errors.JWTClaimValidationFailed ? RefusedCredential.CLAIMS : RefusedCredential.MALFORMED;
}

/** Checks whether the key set could not be fetched, which says nothing about the token. */
function isFailureOfKeySet(error: errors.JOSEError): boolean {
  return (
    error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid || error.code === errors.JOSEError.code
  );
}
