/** Loopback names and addresses. */
const LOOPBACK_NAME = /^(localhost|[a-z0-9-]+\.localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[?::1\]?)$/i;

/** Checks whether a host name always means this machine. */
export function isLoopbackName(name: string): boolean {
  return LOOPBACK_NAME.test(name);
}

/** The same for a `host` header, which can have a port. */
export function isLoopbackHost(host: string): boolean {
  return isLoopbackName(host.replace(/:\d{1,5}$/, ''));
}
