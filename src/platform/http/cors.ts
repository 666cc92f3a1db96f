import type { IncomingHttpHeaders } from 'node:http';
import type { Handler } from './http-server.ts';

/** Where the gateway may always be called from in a browser, besides its own pages: Apollo's explorer. */
const EXPLORERS = ['https://studio.apollographql.com', 'https://sandbox.embed.apollographql.com'];
/** A page that somebody develops on this machine, at whatever port its tool has chosen. */
const LOOPBACK_ORIGIN = /^http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?$/;

/** What a browser may send when it does not ask for anything else. */
const USUAL_HEADERS =
  'authorization, dpop, content-type, last-event-id, x-correlation-id, api-version, apollo-require-preflight, x-apollo-operation-name';
/** What pages may read of an answer beside what browsers show anyway. */
const EXPOSED_HEADERS = 'x-correlation-id, retry-after, idempotent-replayed, location, dpop-nonce, www-authenticate';
/** Names of headers as a browser lists them (RFC 9110, 5.1). */
const HEADER_NAMES = /^[\w!#$%&'*+.^`|~-]+(, ?[\w!#$%&'*+.^`|~-]+){0,49}$/;

export interface CorsOptions {
  /** Pages of this machine are let in too, which is for sandbox mode only. */
  readonly allowsLoopback: boolean;
  /** Origins of frontends, such as `https://app.example.com`. */
  readonly origins: readonly string[];
}

/** Which origins browsers may call from; never with credentials: a token is sent by hand, never by a cookie. */
export class Cors {
  private readonly allowsLoopback: boolean;
  private readonly origins: ReadonlySet<string>;

  constructor({ allowsLoopback, origins }: CorsOptions) {
    this.allowsLoopback = allowsLoopback;
    this.origins = new Set([...EXPLORERS, ...origins]);
  }

  /** Lets allowed origins read the answers of a handler. */
  around(handler: Handler): Handler {
    return (request, response) => {
      response.setHeader('vary', 'origin');
      const { origin } = request.headers;
      if (origin !== undefined && this.allows(origin)) {
        response.setHeader('access-control-allow-origin', origin);
        response.setHeader('access-control-expose-headers', EXPOSED_HEADERS);
      }
      return handler(request, response);
    };
  }

  /**
   * Answers a browser's question before a call. An allowed origin may send whatever it asks for: clients and tracers add
   * headers of their own.
   */
  preflight(methods = 'GET, POST'): Handler {
    return this.around(({ headers }, response) => {
      const { origin, 'access-control-request-headers': asked } = headers;
      const isReflected =
        origin !== undefined && this.allows(origin) && asked !== undefined && HEADER_NAMES.test(asked);
      response.writeHead(204, {
        allow: methods,
        'access-control-allow-methods': methods,
        'access-control-allow-headers': isReflected ? asked : USUAL_HEADERS,
        'access-control-max-age': '600',
      });
      response.end();
    });
  }

  /**
   * Whether a socket may be opened: by a browser from an allowed origin or from a page of the gateway itself. Other
   * programs send no origin.
   */
  readonly allowsSocket = ({ origin, host }: IncomingHttpHeaders): boolean =>
    origin === undefined || this.allows(origin) || (host !== undefined && URL.parse(origin)?.host === host);

  private allows(origin: string): boolean {
    return this.origins.has(origin) || (this.allowsLoopback && LOOPBACK_ORIGIN.test(origin));
  }
}
