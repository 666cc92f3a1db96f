import type { IncomingHttpHeaders } from 'node:http';
import type { Handler } from './http-server.ts';

/** Where the gateway may be called from in a browser besides its own pages: Apollo's explorer. */
const ALLOWED_ORIGINS: ReadonlySet<string> = new Set([
  'https://studio.apollographql.com',
  'https://sandbox.embed.apollographql.com',
]);
/** A page that somebody develops on this machine, at whatever port its tool has chosen. */
const LOOPBACK_ORIGIN = /^http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?$/;

const ALLOWED_HEADERS =
  'authorization, content-type, x-correlation-id, api-version, apollo-require-preflight, x-apollo-operation-name';

/** Which origins browsers may call from; never with credentials: a token is sent by hand, never by a cookie. */
export class Cors {
  private readonly allowsLoopback: boolean;

  /** @param options `allowsLoopback`: pages of this machine are let in too, which is for sandbox mode only */
  constructor({ allowsLoopback }: { readonly allowsLoopback: boolean }) {
    this.allowsLoopback = allowsLoopback;
  }

  /** Lets allowed origins read the answers of a handler. */
  around(handler: Handler): Handler {
    return (request, response) => {
      response.setHeader('vary', 'origin');
      const { origin } = request.headers;
      if (origin !== undefined && this.allows(origin)) {
        response.setHeader('access-control-allow-origin', origin);
        response.setHeader('access-control-expose-headers', 'x-correlation-id, retry-after');
      }
      return handler(request, response);
    };
  }

  /** Answers a browser's question before a call. */
  readonly preflight: Handler = this.around((_request, response) => {
    response.writeHead(204, {
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': ALLOWED_HEADERS,
      'access-control-max-age': '600',
    });
    response.end();
  });

  /**
   * Whether a socket may be opened: by a browser from an allowed origin or from a page of the gateway itself. Other
   * programs send no origin.
   */
  readonly allowsSocket = ({ origin, host }: IncomingHttpHeaders): boolean =>
    origin === undefined || this.allows(origin) || (host !== undefined && URL.parse(origin)?.host === host);

  private allows(origin: string): boolean {
    return ALLOWED_ORIGINS.has(origin) || (this.allowsLoopback && LOOPBACK_ORIGIN.test(origin));
  }
}
