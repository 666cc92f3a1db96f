import { createHash } from 'node:crypto';

/** Length of the digest: 132 bits of base64url. */
const DIGEST_LENGTH = 22;

/** Returns the ETag of a body. @param weak `W/` if what it stands for is the same, but not each byte */
export function etagOf(body: string | Buffer, weak: 'W/' | '' = ''): string {
  return `${weak}"${createHash('sha256').update(body).digest('base64url').slice(0, DIGEST_LENGTH)}"`;
}

/** Checks whether `If-None-Match` names an ETag (RFC 9110, 13.1.2); weak and strong ones are compared alike. */
export function isNamed(etag: string, given: string | undefined): boolean {
  const named = given?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? [];
  return named.includes('*') || named.includes(etag.replace(/^W\//, ''));
}
