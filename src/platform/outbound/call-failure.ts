/** Why a call got no response. */
export type CallFailureKind = 'dns' | 'address' | 'connect' | 'tls' | 'timeout' | 'reset' | 'protocol' | 'aborted';

export interface CallFailure {
  readonly kind: CallFailureKind;
  /** Short and plain, suitable for the partner: it contains no address and no internals. */
  readonly message: string;
}

/** A host that is not called: it has no address, or one that is not allowed. */
export class UnusableHost extends Error {
  readonly failure: CallFailure;

  constructor(failure: CallFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** How far a call had progressed when it failed. */
export interface CallProgress {
  readonly isTls: boolean;
  /** Whether the request was handed to an open connection. */
  readonly isSent: boolean;
}

const REFUSED: CallFailure = { kind: 'connect', message: 'connection refused' };
const UNREACHABLE: CallFailure = { kind: 'connect', message: 'the host cannot be reached' };
const NO_CONNECTION: CallFailure = { kind: 'timeout', message: 'the host did not answer in time' };
const RESET: CallFailure = { kind: 'reset', message: 'connection closed before the answer' };
const HANDSHAKE: CallFailure = { kind: 'tls', message: 'the TLS handshake failed' };
const UNTRUSTED: CallFailure = { kind: 'tls', message: 'the certificate is not trusted' };
const NOT_HTTP: CallFailure = { kind: 'protocol', message: 'the answer is not valid HTTP' };

/** The gateway ended the call. */
export const STOPPING: CallFailure = { kind: 'aborted', message: 'the gateway is stopping' };

/** Passed to undici when a call is aborted; its outcome is known by then. */
export const GIVEN_UP = new Error('The connection attempt was abandoned.');

/** By the codes of Node (system, OpenSSL, TLS) and of undici. */
const FAILURES: ReadonlyMap<string, CallFailure> = new Map([
  ['ECONNREFUSED', REFUSED],
  ['EHOSTUNREACH', UNREACHABLE],
  ['ENETUNREACH', UNREACHABLE],
  ['EHOSTDOWN', UNREACHABLE],
  ['ENETDOWN', UNREACHABLE],
  ['EADDRNOTAVAIL', UNREACHABLE],
  ['ETIMEDOUT', NO_CONNECTION],
  ['UND_ERR_CONNECT_TIMEOUT', NO_CONNECTION],
  ['CERT_HAS_EXPIRED', { kind: 'tls', message: 'the certificate has expired' }],
  ['CERT_NOT_YET_VALID', { kind: 'tls', message: 'the certificate is not valid yet' }],
  ['ERR_TLS_CERT_ALTNAME_INVALID', { kind: 'tls', message: 'the certificate is for another host' }],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', UNTRUSTED],
  ['SELF_SIGNED_CERT_IN_CHAIN', UNTRUSTED],
  ['UNABLE_TO_GET_ISSUER_CERT', UNTRUSTED],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', UNTRUSTED],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', UNTRUSTED],
  ['UND_ERR_HEADERS_OVERFLOW', { kind: 'protocol', message: 'the headers of the answer are too large' }],
  ['UND_ERR_DESTROYED', STOPPING],
]);

/** What host names cannot be called for. */
export const HOST_FAILURES = {
  NOT_ALLOWED: { kind: 'address', message: 'the address of the host is not allowed' },
  NOT_LOOKED_UP: { kind: 'dns', message: 'the host name could not be looked up' },
  NO_ADDRESS: { kind: 'dns', message: 'the host name has no address' },
} as const satisfies Readonly<Record<string, CallFailure>>;

const ALL_FAILURES = [...FAILURES.values(), ...Object.values(HOST_FAILURES), RESET, HANDSHAKE, NOT_HTTP, STOPPING];
const KINDS = new Map(ALL_FAILURES.map(({ kind, message }) => [message, kind]));

/** Returns the kind of a failure by its message; those of URLs, which are many, are about an address. */
export function failureKindOf(message: string): CallFailureKind {
  return message.startsWith('timeout') ? 'timeout' : (KINDS.get(message) ?? 'address');
}

/** Codes of a connection that was closed, on either side. */
const RESET_CODES: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED']);

/** Messages of undici for a connection that was closed; its code also stands for invalid responses. */
const RESET_MESSAGES: ReadonlySet<string> = new Set(['other side closed', 'closed']);

/** Maps an error of the connection to a failure. */
export function callFailureOf(error: Error, { isTls, isSent }: CallProgress): CallFailure {
  if (error instanceof UnusableHost) return error.failure;
  const code = codeOf(error);
  const known = FAILURES.get(code);
  if (known !== undefined) return known;
  if (!isSent) return isTls ? HANDSHAKE : RESET_CODES.has(code) ? RESET : UNREACHABLE;
  const isReset = RESET_CODES.has(code) || (code === 'UND_ERR_SOCKET' && RESET_MESSAGES.has(error.message));
  return isReset ? RESET : NOT_HTTP;
}

/** Checks whether undici rejected the call itself, before it did anything: the caller's bug, not the endpoint's. */
export function isCallersBug(error: Error): boolean {
  return codeOf(error) === 'UND_ERR_INVALID_ARG' || codeOf(error) === 'UND_ERR_NOT_SUPPORTED';
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
