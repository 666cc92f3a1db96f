/** Names of this machine for itself. */
const LOOPBACK_NAME = /^(localhost|[a-z0-9-]+\.localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[?::1\]?)$/i;

/** What a request for somebody else's host is answered with status 421. */
export const OTHER_HOST = {
  code: 'MISDIRECTED_REQUEST',
  message: 'Unknown host name: use localhost, 127.0.0.1, or PUBLIC_URL.',
};

/** Whether a host name always means this machine. */
export function isLoopbackName(name: string): boolean {
  return LOOPBACK_NAME.test(name);
}

/** The same for a header `host`, which may have a port. */
export function isLoopbackHost(host: string): boolean {
  return isLoopbackName(host.replace(/:\d{1,5}$/, ''));
}

export interface HostCheckOptions {
  /** Address that is listened on. */
  readonly host: string;
  readonly publicUrl: string | undefined;
}

/** Whether a request may name a host in its header `host`. */
export type AllowsHost = (host: string | undefined) => boolean;

/**
 * What listens on loopback, or is published there, is for programs of this machine. A page of any site can send a browser
 * there by a name of its own that has become 127.0.0.1 (DNS rebinding), and is then no other origin: it is known only by
 * that name. A container listens on all addresses, so that PUBLIC_URL tells.
 */
export function hostCheck({ host: listensOn, publicUrl }: HostCheckOptions): AllowsHost {
  const published = publicUrl === undefined ? undefined : new URL(publicUrl);
  if (!isLoopbackName(listensOn) && !isLoopbackName(published?.hostname ?? '')) return () => true;
  const publicHost = published?.host;
  return (host) => host === undefined || host === publicHost || isLoopbackHost(host);
}
