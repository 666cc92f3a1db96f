import { hash, timingSafeEqual } from 'node:crypto';
import type { Random } from '../../kernel/random.ts';
import { isUuid } from '../../kernel/uuid.ts';

/** Random bytes of a token: more than can be guessed. */
const SECRET_BYTES = 32;
const SEPARATOR = '.';

/** What is kept of a token: where its row is found, and the digest of what only its bearer knows. */
export interface TokenTrace {
  readonly id: string;
  readonly digest: string;
}

export interface NewToken extends TokenTrace {
  /** What its bearer gets; it is never stored. */
  readonly token: string;
}

/** Makes a token: the id of its row and a secret. The row is found by the id, so that no look-up compares secrets. */
export function newToken(random: Random, now: Date): NewToken {
  const id = random.timeOrderedUuid(now);
  const secret = Buffer.from(random.bytes(SECRET_BYTES)).toString('base64url');
  return { id, token: `${id}${SEPARATOR}${secret}`, digest: digestOf(secret) };
}

/** Reads what may be a token; undefined when it cannot be one. */
export function readToken(text: string): TokenTrace | undefined {
  const [id = '', secret = '', ...rest] = text.split(SEPARATOR);
  return isUuid(id) && rest.length === 0 ? { id, digest: digestOf(secret) } : undefined;
}

/** Whether a presented token is the one that was made, in a time that does not tell how far they agree. */
export function isSameToken(presented: TokenTrace, kept: Pick<TokenTrace, 'digest'>): boolean {
  const [one, other] = [Buffer.from(presented.digest), Buffer.from(kept.digest)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function digestOf(secret: string): string {
  return hash('sha256', secret, 'base64url');
}
