/** Loopback names and addresses. */
const LOOPBACK_NAME = /^(localhost|[a-z0-9-]+\.localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[?::1\]?)$/i;

/** The error for a request to an unknown host, with status 421. */
export const OTHER_HOST = {
  code: 'MISDIRECTED_REQUEST',
  message: 'Unknown host name: use localhost, 127.0.0.1, or PUBLIC_URL.',
};

/** Checks whether a host name always means this machine. */
export function isLoopbackName(name: string): boolean {
  return LOOPBACK_NAME.test(name);
}

/** The same for a `host` header, which can have a port. */
export function isLoopbackHost(host: string): boolean {
  return isLoopbackName(host.replace(/:\d{1,5}$/, ''));
}

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
