import { isIP } from 'node:net';

export interface TargetRules {
  /** Plain http is allowed besides https: sandbox mode. */
  readonly allowHttp: boolean;
}

/** Where a call goes, in the parts that sending it needs. */
export interface Target {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
  /** A name, or the address that the URL was written for in whatever notation; IPv6 without its brackets. */
  readonly host: string;
  readonly isTls: boolean;
}

/** What is wrong with `text` as the address of a partner's endpoint, in a sentence; undefined when nothing is. */
export function targetProblem(text: string, rules: TargetRules): string | undefined {
  const target = readTarget(text, rules);
  return 'problem' in target ? target.problem : undefined;
}

/** Reads a URL as the connection will read it: whatever is checked of the target is what will be called. */
export function readTarget(text: string, { allowHttp }: TargetRules): Target | { readonly problem: string } {
  // The URL parser drops some of these silently, and what is shown would not be what is called.
  if (/[\s\p{Cc}]/u.test(text)) return { problem: 'The URL contains a space or a control character.' };
  const url = URL.parse(text);
  if (url === null) return { problem: 'The URL cannot be parsed.' };
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:'))
    return { problem: allowHttp ? 'The URL is neither http nor https.' : 'The URL is not https.' };
  if (url.username !== '' || url.password !== '') return { problem: 'The URL contains a user name or a password.' };
  // An empty fragment leaves no trace in `hash`.
  if (text.includes('#')) return { problem: 'The URL contains a fragment.' };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) === 0 && !isHostName(host)) return { problem: 'The URL has no host name that could be looked up.' };
  return { origin: url.origin, path: url.pathname + url.search, host, isTls: url.protocol === 'https:' };
}

const HTTPS_PORT = 443;
/** From here on ports are nobody's by right (RFC 6335, 6): below are mail, name and login servers. */
const FREE_PORT_MIN = 1_024;

/** What is wrong with the port that a partner gives its endpoint; undefined when nothing is. */
export function portProblem(text: string): string | undefined {
  const port = Number(URL.parse(text)?.port || HTTPS_PORT);
  if (port === HTTPS_PORT || port >= FREE_PORT_MIN) return undefined;
  return `The port of the URL is none for webhooks: give ${HTTPS_PORT}, or ${FREE_PORT_MIN} or above.`;
}

/** Longest name and label that the domain name system carries (RFC 1035, 2.3.4). */
const HOST_LENGTH_MAX = 253;
const LABEL_LENGTH_MAX = 63;

/** Whether a host as the URL parser leaves it can be looked up; one dot at its end is the name system's root. */
function isHostName(host: string): boolean {
  const name = host.replace(/\.$/, '');
  return (
    name.length <= HOST_LENGTH_MAX &&
    name.split('.').every((label) => label.length > 0 && label.length <= LABEL_LENGTH_MAX)
  );
}
