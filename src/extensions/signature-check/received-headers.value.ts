import { fieldsOf } from '../../kernel/fields.ts';

/** Maximum number of signatures per message to check; we send four at most. */
const SIGNATURES_MAX = 20;
const NEEDED = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

/** The headers of a signature, as a receiver got them. */
export interface ReceivedHeaders {
  readonly id: string;
  readonly timestamp: string;
  /** Base64, by scheme. */
  readonly v1: readonly string[];
  readonly v1a: readonly string[];
}

/** The headers of `authorization: hmac`. */
export interface ReceivedHmac {
  /** Base64. */
  readonly signature: string;
  readonly nonce: string;
  readonly requestTimestamp: string;
}

/** What a receiver got of both schemes; one that is absent was not sent, or not passed. */
export interface ReceivedSchemes {
  readonly standard?: ReceivedHeaders;
  readonly hmac?: ReceivedHmac;
}

/** Returns the headers of both schemes, or what is wrong with them, as a sentence. Either is enough. */
export function receivedSchemes(headers: object): ReceivedSchemes | string {
  const named = namedHeaders(headers);
  const [, signature] = /^hmac +(\S+)$/i.exec(named.get('authorization') ?? '') ?? [];
  const of = { nonce: named.get('nonce') ?? '', requestTimestamp: named.get('requesttimestamp') ?? '' };
  if (signature !== undefined && (of.nonce === '' || of.requestTimestamp === ''))
    return 'Pass nonce and requestTimestamp exactly as received: the signature of authorization covers both.';
  const hmac = signature === undefined ? {} : { hmac: { signature, ...of } };
  if (signature !== undefined && (named.get('webhook-signature') ?? '') === '') return hmac;
  const standard = receivedHeaders(headers);
  return typeof standard === 'string' ? standard : { standard, ...hmac };
}

function namedHeaders(headers: object): ReadonlyMap<string, string> {
  return new Map(Object.entries(fieldsOf(headers)).map(([name, value]) => [name.toLowerCase(), textOf(value)]));
}

/** Returns the headers of a message, with names in any case, or what is wrong with them, as a sentence. */
function receivedHeaders(headers: object): ReceivedHeaders | string {
  const named = namedHeaders(headers);
  const [id = '', timestamp = '', signature = ''] = NEEDED.map((name) => named.get(name));
  const missing = NEEDED.filter((name) => (named.get(name) ?? '') === '');
  if (missing.length > 0) return `Pass ${missing.join(' and ')} exactly as received: missing among the headers.`;
  const signatures = signature.split(' ').filter((one) => one !== '');
  if (signatures.length > SIGNATURES_MAX) return `webhook-signature has more than ${SIGNATURES_MAX} signatures.`;
  const of = (scheme: string) =>
    signatures.filter((one) => one.startsWith(`${scheme},`)).map((one) => one.slice(scheme.length + 1));
  const [v1, v1a] = [of('v1'), of('v1a')];
  if (v1.length + v1a.length === 0)
    return 'webhook-signature has no signature: it is a list of v1,<base64> and v1a,<base64>, separated by spaces.';
  return { id, timestamp, v1, v1a };
}

/** Some frameworks pass a list of one value. */
function textOf(value: unknown): string {
  const only: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return typeof only === 'string' ? only.trim() : '';
}
