/** What browsers take for an address (HTML, 4.10.5.1.5), with a dot in the domain; ASCII only. */
const ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;
/** A dot at an end of the local part, or two in a row (RFC 5321, 4.1.2). */
const STRAY_DOT = /^\.|\.\.|\.@/;
/** Longest address and longest local part, in characters (RFC 5321, 4.5.3.1). */
const LENGTH_MAX = 254;
const LOCAL_LENGTH_MAX = 64;

/**
 * An e-mail address in the form that tells it apart from others, trimmed and in lower case; undefined when it is none.
 * Its shape is tested before it is lowered: some letters beyond ASCII become ASCII then.
 */
export function emailAddressOf(text: string): string | undefined {
  const trimmed = text.trim();
  // Length first: the time of the pattern grows with it.
  if (trimmed.length > LENGTH_MAX || trimmed.indexOf('@') > LOCAL_LENGTH_MAX) return undefined;
  return ADDRESS.test(trimmed) && !STRAY_DOT.test(trimmed) ? trimmed.toLowerCase() : undefined;
}
