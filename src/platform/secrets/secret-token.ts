import { hash, timingSafeEqual } from 'node:crypto';
import type { Random } from '../../kernel/random.ts';
import { isUuid } from '../../kernel/uuid.ts';

/** Random bytes of a token: too many to guess. */
const SECRET_BYTES = 32;
const SEPARATOR = '.';

/** What is stored of a token: the id of its row, and the digest of the secret that only its bearer knows. */
export interface TokenTrace {
  readonly id: string;
  readonly digest: string;
}

export interface NewToken extends TokenTrace {
  /** The token for its bearer; never stored. */
  readonly token: string;
}

/** Creates a token: the id of its row and a secret. The row is found by its id, so that no query compares secrets. */
export function newToken(random: Random, now: Date): NewToken {
  const id = random.timeOrderedUuid(now);
  const secret = Buffer.from(random.bytes(SECRET_BYTES)).toString('base64url');
  return { id, token: `${id}${SEPARATOR}${secret}`, digest: digestOf(secret) };
}

/** Parses a token; undefined if the format is invalid. */
export function readToken(text: string): TokenTrace | undefined {
  const [id = '', secret = '', ...rest] = text.split(SEPARATOR);
  return isUuid(id) && rest.length === 0 ? { id, digest: digestOf(secret) } : undefined;
}

/** Compares a presented token with the issued one in constant time. */
export function isSameToken(presented: TokenTrace, kept: Pick<TokenTrace, 'digest'>): boolean {
  const [one, other] = [Buffer.from(presented.digest), Buffer.from(kept.digest)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function digestOf(secret: string): string {
  return hash('sha256', secret, 'base64url');
}
