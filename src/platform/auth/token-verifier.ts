import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import type { Clock } from '../../kernel/clock.ts';
import { isStorableText } from '../../kernel/text.ts';
import type { FindTenant, Principal } from './principal.ts';

/** Asymmetric algorithms alone: with a symmetric one, whoever may verify may also forge. */
const TOKEN_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];
/** What a token's `typ` header may say; ID tokens and the like are not for us. */
const TOKEN_TYPES: ReadonlySet<string> = new Set(['jwt', 'at+jwt', 'application/at+jwt']);
/** Longest token that is looked at, in characters. */
const TOKEN_LENGTH_MAX = 8_192;
/** Verified tokens that are remembered at most; then the oldest is forgotten. */
const CACHED_TOKENS_MAX = 10_000;

/** The token is not to be trusted. The message is for its bearer and names no secret. */
export class InvalidToken extends Error {}

export interface TokenRules {
  readonly issuer: string;
  readonly audience: string;
  readonly partnerClaim: string;
}

/** Verifies bearer tokens against a key set, and remembers a verified one until it expires. */
export class TokenVerifier {
  private readonly cache = new Map<string, Principal>();
  private readonly rules: TokenRules;
  private readonly keys: JWTVerifyGetKey;
  private readonly findTenant: FindTenant;
  private readonly clock: Clock;

  constructor(rules: TokenRules, keys: JWTVerifyGetKey, findTenant: FindTenant, clock: Clock) {
    this.rules = rules;
    this.keys = keys;
    this.findTenant = findTenant;
    this.clock = clock;
  }

  /**
   * The principal that `token` stands for.
   * @throws InvalidToken when it is malformed, forged, expired, or for somebody else
   */
  async verify(token: string): Promise<Principal> {
    const cached = this.cache.get(token);
    if (cached !== undefined) {
      if (this.clock.now() < cached.tokenExpiresAt) return cached;
      this.cache.delete(token);
      throw new InvalidToken('The token has expired.');
    }
    const principal = await this.principalOf(await this.claimsOf(token));
    this.remember(token, principal);
    return principal;
  }

  private async claimsOf(token: string): Promise<JWTPayload> {
    if (token.length > TOKEN_LENGTH_MAX) throw new InvalidToken('The token is too long.');
    try {
      const { payload, protectedHeader } = await jwtVerify(token, this.keys, {
        algorithms: TOKEN_ALGORITHMS,
        issuer: this.rules.issuer,
        audience: this.rules.audience,
        requiredClaims: ['exp'],
        currentDate: this.clock.now(),
      });
      if (protectedHeader.typ !== undefined && !TOKEN_TYPES.has(protectedHeader.typ.toLowerCase()))
        throw new InvalidToken('The token is not an access token.');
      return payload;
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw new InvalidToken('The token has expired.');
      if (error instanceof errors.JOSEError && !isFailureOfKeySet(error))
        throw new InvalidToken('The token is not valid.');
      throw error;
    }
  }

  private async principalOf(claims: JWTPayload): Promise<Principal> {
    const partnerId = claims[this.rules.partnerClaim];
    if (typeof partnerId !== 'string' || claims.exp === undefined)
      throw new InvalidToken('The token names no partner.');
    const tenant = isStorableText(partnerId) ? await this.findTenant(partnerId) : undefined;
    if (tenant === undefined) throw new InvalidToken('The token names no partner that is known here.');
    const scopes = typeof claims['scope'] === 'string' ? claims['scope'].split(' ').filter(Boolean) : [];
    return {
      partnerId,
      companyKey: tenant.companyKey,
      client: clientOf(claims),
      scopes: new Set(scopes),
      tokenExpiresAt: new Date(claims.exp * 1_000),
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

/** Longest name of a client that is kept, in characters. */
const CLIENT_LENGTH_MAX = 255;

/** `client_id` (RFC 9068), else OpenID Connect's `azp`, else the subject. */
function clientOf({ client_id: clientId, azp, sub }: JWTPayload): string | null {
  const client = [clientId, azp, sub].find((claim) => typeof claim === 'string');
  return typeof client === 'string' && isStorableText(client) ? client.slice(0, CLIENT_LENGTH_MAX) : null;
}

/** Whether the key set could not be had, which says nothing of the token. */
function isFailureOfKeySet(error: errors.JOSEError): boolean {
  return (
    error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid || error.code === errors.JOSEError.code
  );
}
