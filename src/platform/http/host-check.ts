import type { IncomingMessage } from 'node:http';
import { isLoopbackHost, isLoopbackName } from '../loopback-name.ts';

const HOST = 'host';

const OTHER_HOST = {
  code: 'MISDIRECTED_REQUEST',
  message: 'Unknown host name: use localhost, 127.0.0.1, or PUBLIC_URL.',
} as const;
const SEVERAL_HOSTS = { code: 'BAD_REQUEST', message: 'The request has several Host headers: send one.' } as const;

export interface HostCheckOptions {
  /** Address that the server listens on. */
  readonly host: string;
  readonly publicUrl: string | undefined;
}

/** Checks whether a `host` header is allowed. */
export type AllowsHost = (host: string | undefined) => boolean;

/**
 * A server that listens on loopback, or is published there, is for programs of this machine. A page of any site can
 * call it from a browser by its own name, resolved to 127.0.0.1 (DNS rebinding), and then has the same origin: only the
 * name reveals it. A container listens on all addresses, so there PUBLIC_URL decides.
 */
export function hostCheck({ host: listensOn, publicUrl }: HostCheckOptions): AllowsHost {
  const published = publicUrl === undefined ? undefined : new URL(publicUrl);
  if (!isLoopbackName(listensOn) && !isLoopbackName(published?.hostname ?? '')) return () => true;
  const publicHost = published?.host;
  return (host) => host === undefined || host === publicHost || isLoopbackHost(host);
}

/** Returns the status and the error of a request whose `host` headers are refused; undefined if they are valid. */
export function hostRefusal(
  { rawHeaders, headers }: IncomingMessage,
  allowsHost: AllowsHost,
): readonly [status: number, error: typeof SEVERAL_HOSTS | typeof OTHER_HOST] | undefined {
  if (hasSeveralHosts(rawHeaders)) return [400, SEVERAL_HOSTS];
  return allowsHost(headers.host) ? undefined : [421, OTHER_HOST];
}

/** A proxy may have read another one than the first, which is the only one that Node shows (RFC 9112, 3.2). */
function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
  }
  return hosts > 1;
}
