import type { IncomingMessage } from 'node:http';

/** A whole URL: its host, its path and its query. */
const WHOLE_URL = /^https?:\/\/([^/?#@]+)(\/[^?#]*)?(\?.*)?$/i;

/**
 * Rewrites a request whose target is a whole URL, which every server accepts (RFC 9112, 3.2.2), as one for the path: its
 * host replaces the header. Returns whether the target is valid.
 */
export function readTarget(request: IncomingMessage): boolean {
  const { url = '/' } = request;
  if (url.startsWith('/') || url === '*') return true;
  const [, host, path = '/', query = ''] = WHOLE_URL.exec(url) ?? [];
  if (host === undefined) return false;
  request.url = path + query;
  request.headers.host = host;
  return true;
}

/** Returns the path of a request without its query, and without a slash at its end, which has no meaning. */
export function pathOf({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const [path = '/'] = url.split('?', 1);
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
