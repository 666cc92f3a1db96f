import { isIP } from 'node:net';

export interface TargetRules {
  /** Plain http is allowed in addition to https: sandbox mode. */
  readonly allowHttp: boolean;
}

/** The parts of a target URL that a call needs. */
export interface Target {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
  /** A name, or an address in normal form, whatever the URL's notation; IPv6 without brackets. */
  readonly host: string;
  readonly isTls: boolean;
}

/** Returns what is wrong with `text` as the URL of a partner's endpoint, in a sentence; undefined if it is valid. */
export function targetProblem(text: string, rules: TargetRules): string | undefined {
  const target = readTarget(text, rules);
  return 'problem' in target ? target.problem : undefined;
}

/** Reads a URL as the connection will read it: the target that is checked is the one that will be called. */
export function readTarget(text: string, { allowHttp }: TargetRules): Target | { readonly problem: string } {
  // The URL parser drops some of these silently, so the URL that is shown would not be the one that is called.
  if (/[\s\p{Cc}]/u.test(text)) return { problem: 'The URL contains a space or a control character.' };
  const url = URL.parse(text);
  if (url === null) return { problem: 'The URL cannot be parsed.' };
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:'))
    return { problem: allowHttp ? 'The URL is neither http nor https.' : 'The URL is not https.' };
  if (url.username !== '' || url.password !== '') return { problem: 'The URL contains a user name or a password.' };
  // `hash` does not show an empty fragment.
  if (text.includes('#')) return { problem: 'The URL contains a fragment.' };
  if (url.port === '0') return { problem: 'The port of the URL is 0, on which nothing can listen.' };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) === 0 && !isHostName(host)) return { problem: 'The URL has no host name that could be looked up.' };
  return { origin: url.origin, path: url.pathname + url.search, host, isTls: url.protocol === 'https:' };
}

/** An escape of a character that needs none (RFC 3986, 2.3). */
const NEEDLESS_ESCAPE = /%(?:2D|2E|3\d|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])/g;

/**
 * Returns the same text for all spellings of a URL: HTTPS://Host:443/%7ea and https://host./~a are one endpoint (RFC
 * 3986, 6.2).
 */
export function targetKey(text: string): string {
  const url = URL.parse(text);
  if (url === null) return text;
  url.hostname = url.hostname.replace(/\.$/, '');
  const escaped = url.href.replaceAll(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase());
  return escaped.replaceAll(NEEDLESS_ESCAPE, (escape) => decodeURIComponent(escape));
}

const HTTPS_PORT = 443;
/** The first port after the system ports (RFC 6335, 6), which are those of mail, name and login servers. */
const FREE_PORT_MIN = 1_024;

/** Returns what is wrong with the port of a partner's endpoint; undefined if it is allowed. */
export function portProblem(text: string): string | undefined {
  const port = Number(URL.parse(text)?.port || HTTPS_PORT);
  if (port === HTTPS_PORT || port >= FREE_PORT_MIN) return undefined;
  return `The port of the URL is none for webhooks: give ${HTTPS_PORT}, or ${FREE_PORT_MIN} or above.`;
}

/** Longest name and label in the domain name system (RFC 1035, 2.3.4). */
const HOST_LENGTH_MAX = 253;
const LABEL_LENGTH_MAX = 63;

/** Checks whether a host, as the URL parser returns it, can be looked up; a dot at its end is the DNS root. */
function isHostName(host: string): boolean {
  const name = host.replace(/\.$/, '');
  return (
    name.length <= HOST_LENGTH_MAX &&
    name.split('.').every((label) => label.length > 0 && label.length <= LABEL_LENGTH_MAX)
  );
}
