import type { JWTPayload } from 'jose';
import { isStorableText } from '../../kernel/text.ts';
import { InvalidToken, RefusedCredential } from './refused-credentials.ts';

export interface TokenRules {
  readonly issuer: string;
  readonly audience: string;
  readonly partnerClaim: string;
  /** Longest lifetime of a token, in seconds. */
  readonly secondsMax: number;
  /** Whether tokens without a type are refused. */
  readonly isTypeRequired: boolean;
  /** Whether tokens that are not bound are refused for all partners. */
  readonly isBindingRequired: boolean;
}

/**
 * How far the clock of an issuer may be ahead, in seconds (ours): it sets a token's start, and most are just issued.
 */
export const LEEWAY_SECONDS = 30;

/** Types of access tokens in their header (RFC 9068, 2.1). */
const ACCESS_TYPES: ReadonlySet<string> = new Set(['at+jwt', 'application/at+jwt']);
/**
 * Claims that only other kinds of tokens have: ID tokens, logout tokens and events, proofs of possession. Many issuers
 * give all tokens the type `JWT`, which does not distinguish them (RFC 8725, 3.12).
 */
const CLAIMS_OF_OTHERS = ['at_hash', 'c_hash', 'events', 'htm', 'htu'];

/**
 * Refuses tokens that are not access tokens (RFC 8725, 3.11).
 * @param type `typ` of the header, unchecked
 * @throws InvalidToken
 */
export function checkType(type: unknown, claims: JWTPayload, { isTypeRequired }: TokenRules): void {
  const isTyped = typeof type === 'string';
  if (!isTyped && isTypeRequired)
    throw new InvalidToken(
      RefusedCredential.UNTYPED,
      'The token has no type: its header needs typ, such as at+jwt (RFC 9068).',
    );
  const tokenType = isTyped ? type.toLowerCase() : 'jwt';
  if (ACCESS_TYPES.has(tokenType)) return;
  if (tokenType !== 'jwt' || CLAIMS_OF_OTHERS.some((claim) => claim in claims))
    throw new InvalidToken(RefusedCredential.CLAIMS, 'The token is not an access token.');
}

/**
 * Checks the claims of a signed token against the limits of the gateway.
 * @throws InvalidToken
 */
export function checkClaims(claims: JWTPayload, { partnerClaim, secondsMax }: TokenRules, now: Date): void {
  checkBounds(claims, partnerClaim);
  const nowSeconds = now.getTime() / 1_000;
  const { iat = nowSeconds, exp = 0 } = claims;
  // The leeway applies to the start of a token, not to its expiry.
  if (exp <= nowSeconds) throw new InvalidToken(RefusedCredential.EXPIRED, 'The token has expired.');
  if (iat > nowSeconds + LEEWAY_SECONDS)
    throw new InvalidToken(RefusedCredential.CLAIMS, "The token's iat is in the future.");
  if (exp - iat > secondsMax)
    throw new InvalidToken(
      RefusedCredential.LIFETIME,
      `The lifetime of the token is too long: at most ${secondsMax} seconds from its iat to its exp.`,
    );
}

/** The last second of the year 9999, counted from 1970: later dates cannot be written (RFC 3339). */
const NUMERIC_DATE_MAX = 253_402_300_799;
/** Longest name of a client, a subject or a partner, in characters: the size of a column of the audit trail. */
const NAME_LENGTH_MAX = 255;
/** Longest list of scopes, in characters (ours): all known ones take 300. */
const SCOPE_LENGTH_MAX = 4_096;

/**
 * Refuses claims that cannot be stored or shown, even if an issuer has signed them.
 * @throws InvalidToken
 */
function checkBounds(claims: JWTPayload, partnerClaim: string): void {
  for (const name of ['exp', 'nbf', 'iat']) {
    const at = claims[name];
    if (at !== undefined && !(typeof at === 'number' && at >= 0 && at <= NUMERIC_DATE_MAX))
      throw new InvalidToken(
        RefusedCredential.CLAIMS,
        `The token's ${name} is not a time in seconds from 1970 to the year 9999.`,
      );
  }
  for (const name of ['sub', 'client_id', 'azp', partnerClaim]) checkLength(name, claims[name], NAME_LENGTH_MAX);
  checkLength('scope', scopesOf(claims).join(' '), SCOPE_LENGTH_MAX);
}

function checkLength(name: string, text: unknown, lengthMax: number): void {
  if (typeof text === 'string' && text.length > lengthMax)
    throw new InvalidToken(
      RefusedCredential.CLAIMS,
      `The token's ${name} is too long: at most ${lengthMax} characters.`,
    );
}

/**
 * Returns the scopes of a token: `scope`, a text with spaces between them (RFC 9068, 2.2.3), or as some issuers write it,
 * as a list or with the name `scp`.
 */
export function scopesOf({ scope, scp }: JWTPayload): readonly string[] {
  return [scope ?? scp]
    .flat()
    .filter((text) => typeof text === 'string')
    .flatMap((text) => text.split(' '))
    .filter((name) => name !== '');
}

/** Returns `client_id` (RFC 9068), else OpenID Connect's `azp`, else the subject. */
export function clientOf({ client_id: clientId, azp, sub }: JWTPayload): string | null {
  const client = [clientId, azp, sub].find((claim) => typeof claim === 'string');
  return typeof client === 'string' && isStorableText(client) ? client : null;
}
