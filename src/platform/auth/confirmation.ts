import type { JWTPayload } from 'jose';
import { InvalidToken, RefusedCredential } from './refused-credentials.ts';

/** What a token is bound to (RFC 7800), as SHA-256 thumbprints in base64url. Each that is present must be proven. */
export interface Confirmation {
  /** A key, proven by DPoP (RFC 9449, 6.1). */
  readonly key: string | undefined;
  /** A client certificate, proven by TLS (RFC 8705, 3.1). */
  readonly certificate: string | undefined;
}

const THUMBPRINT = /^[\w-]{43}$/;

/**
 * Reads the claim `cnf`; undefined if it is absent, so that any bearer can use the token.
 * @throws InvalidToken if the token is bound to nothing that can be proven here
 */
export function confirmationOf({ cnf }: JWTPayload): Confirmation | undefined {
  if (cnf === undefined) return undefined;
  const members: Readonly<Record<string, unknown>> = typeof cnf === 'object' ? { ...cnf } : {};
  const [key, certificate] = [thumbprintIn(members['jkt']), thumbprintIn(members['x5t#S256'])];
  if (key === undefined && certificate === undefined)
    throw new InvalidToken(
      RefusedCredential.CLAIMS,
      'The token is bound (cnf) in an unsupported way: jkt and x5t#S256 are supported.',
    );
  return { key, certificate };
}

function thumbprintIn(member: unknown): string | undefined {
  if (member === undefined) return undefined;
  if (typeof member === 'string' && THUMBPRINT.test(member)) return member;
  throw new InvalidToken(
    RefusedCredential.CLAIMS,
    "A member of the token's cnf is not a SHA-256 thumbprint in base64url.",
  );
}
