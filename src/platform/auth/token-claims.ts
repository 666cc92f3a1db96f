import type { JWTPayload } from 'jose';
import { isStorableText } from '../../kernel/text.ts';
import { InvalidToken, RefusedCredential } from './refused-credentials.ts';

export interface TokenRules {
  readonly issuer: string;
  readonly audience: string;
  readonly partnerClaim: string;
  /** Longest life of a token, in seconds. */
  readonly secondsMax: number;
  /** Whether those are refused that do not say of which type they are. */
  readonly isTypeRequired: boolean;
  /** Whether tokens that are not bound are refused for all partners. */
  readonly isBindingRequired: boolean;
}

/**
 * How far the clock of an issuer may be ahead, in seconds (ours): a token's beginning is its word, and most are just made.
 */
export const LEEWAY_SECONDS = 30;

/** What the header of a token for access says (RFC 9068, 2.1). */
const ACCESS_TYPES: ReadonlySet<string> = new Set(['at+jwt', 'application/at+jwt']);
/**
 * What only other kinds of tokens have: ID tokens, logout tokens and events, proofs of possession. Many issuers sign all of
 * theirs as `JWT`, which tells them not apart (RFC 8725, 3.12).
 */
const CLAIMS_OF_OTHERS = ['at_hash', 'c_hash', 'events', 'htm', 'htu'];

/**
 * A token of another kind may not pass for one for access (RFC 8725, 3.11).
 * @param type its header's `typ`, whatever it is
 * @throws InvalidToken
 */
export function checkType(type: unknown, claims: JWTPayload, { isTypeRequired }: TokenRules): void {
  const isTyped = typeof type === 'string';
  if (!isTyped && isTypeRequired)
    throw new InvalidToken(
      RefusedCredential.UNTYPED,
      'The token has no type: its header needs typ, such as at+jwt (RFC 9068).',
    );
  const said = isTyped ? type.toLowerCase() : 'jwt';
  if (ACCESS_TYPES.has(said)) return;
  if (said !== 'jwt' || CLAIMS_OF_OTHERS.some((claim) => claim in claims))
    throw new InvalidToken(RefusedCredential.CLAIMS, 'The token is not an access token.');
}

/**
 * What an issuer has signed may still be more than is taken here.
 * @throws InvalidToken
 */
export function checkClaims(claims: JWTPayload, { partnerClaim, secondsMax }: TokenRules, now: Date): void {
  checkBounds(claims, partnerClaim);
  const nowSeconds = now.getTime() / 1_000;
  const { iat = nowSeconds, exp = 0 } = claims;
  // The leeway is for its beginning: its end is as the issuer has said.
  if (exp <= nowSeconds) throw new InvalidToken(RefusedCredential.EXPIRED, 'The token has expired.');
  if (iat > nowSeconds + LEEWAY_SECONDS)
    throw new InvalidToken(RefusedCredential.CLAIMS, "The token's iat is in the future.");
  if (exp - iat > secondsMax)
    throw new InvalidToken(
      RefusedCredential.LIFETIME,
      `The token lives for too long: at most ${secondsMax} seconds from its iat to its exp.`,
    );
}

/** The last second of the year 9999 since 1970: what is later cannot be written as a date (RFC 3339). */
const NUMERIC_DATE_MAX = 253_402_300_799;
/** Longest name of a client, a subject or a partner, in characters: a column of the audit trail takes so much. */
const NAME_LENGTH_MAX = 255;
/** Longest list of scopes, in characters (ours): all that are known here take 300. */
const SCOPE_LENGTH_MAX = 4_096;

/**
 * What an issuer has signed may still be more than can be kept or shown.
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
  for (const name of ['sub', 'client_id', 'azp', partnerClaim, 'scope']) {
    const [text, lengthMax] = [claims[name], name === 'scope' ? SCOPE_LENGTH_MAX : NAME_LENGTH_MAX];
    if (typeof text === 'string' && text.length > lengthMax)
      throw new InvalidToken(RefusedCredential.CLAIMS, `A token's ${name} has at most ${lengthMax} characters.`);
  }
}

/** `client_id` (RFC 9068), else OpenID Connect's `azp`, else the subject. */
export function clientOf({ client_id: clientId, azp, sub }: JWTPayload): string | null {
  const client = [clientId, azp, sub].find((claim) => typeof claim === 'string');
  return typeof client === 'string' && isStorableText(client) ? client : null;
}
