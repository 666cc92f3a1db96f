import type { IncomingHttpHeaders } from 'node:http';
import type { Handler } from './http-server.ts';

/** Where the gateway may be called from in a browser besides its own pages: Apollo's explorer. */
const ALLOWED_ORIGINS: ReadonlySet<string> = new Set([
  'https://studio.apollographql.com',
  'https://sandbox.embed.apollographql.com',
]);

const ALLOWED_HEADERS =
  'authorization, content-type, x-correlation-id, api-version, apollo-require-preflight, x-apollo-operation-name';

/** Lets known origins in, without credentials: a token is sent by hand, never by a cookie. */
export function withCors(handler: Handler): Handler {
  return (request, response) => {
    response.setHeader('vary', 'origin');
    const { origin } = request.headers;
    if (origin !== undefined && ALLOWED_ORIGINS.has(origin)) {
      response.setHeader('access-control-allow-origin', origin);
      response.setHeader('access-control-expose-headers', 'x-correlation-id, retry-after');
    }
    return handler(request, response);
  };
}

/**
 * Whether a socket may be opened: by a browser from a known origin or from a page of the gateway itself. Other programs
 * send no origin.
 */
export function isAllowedOrigin({ origin, host }: IncomingHttpHeaders): boolean {
  return (
    origin === undefined || ALLOWED_ORIGINS.has(origin) || (host !== undefined && URL.parse(origin)?.host === host)
  );
}

/** Answers a browser's question before a call. */
export const preflightHandler: Handler = withCors((_request, response) => {
  response.writeHead(204, {
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': ALLOWED_HEADERS,
    'access-control-max-age': '600',
  });
  response.end();
});
