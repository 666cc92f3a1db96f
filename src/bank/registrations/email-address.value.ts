/** The addresses that browsers accept (HTML, 4.10.5.1.5), with a dot in the domain; ASCII only. */
const ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;
/** A dot at either end of the local part, or two in a row (RFC 5321, 4.1.2). */
const STRAY_DOT = /^\.|\.\.|\.@/;
/** Maximum lengths of an address and of its local part, in characters (RFC 5321, 4.5.3.1). */
const LENGTH_MAX = 254;
const LOCAL_LENGTH_MAX = 64;

/**
 * Returns an e-mail address in its normal form, trimmed and in lower case; undefined if it is not valid. The shape is
 * tested before lower-casing, which turns some letters beyond ASCII into ASCII.
 */
export function emailAddressOf(text: string): string | undefined {
  const trimmed = text.trim();
  // Length first: the pattern takes longer for longer texts.
  if (trimmed.length > LENGTH_MAX || trimmed.indexOf('@') > LOCAL_LENGTH_MAX) return undefined;
  return ADDRESS.test(trimmed) && !STRAY_DOT.test(trimmed) ? trimmed.toLowerCase() : undefined;
}
