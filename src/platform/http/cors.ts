import type { IncomingHttpHeaders } from 'node:http';
import type { Handler } from './http-server.ts';

/** Origins that are always allowed, besides the gateway's own pages: Apollo's explorer. */
const EXPLORERS = ['https://studio.apollographql.com', 'https://sandbox.embed.apollographql.com'];
/** A page that is developed on this machine, at any port. */
const LOOPBACK_ORIGIN = /^http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?$/;

/** Request headers that are allowed where the requested ones are not reflected. */
const USUAL_HEADERS =
  'authorization, dpop, content-type, last-event-id, x-correlation-id, api-version, apollo-require-preflight, x-apollo-operation-name';
/** Response headers that pages can read in addition to those that browsers always expose. */
const EXPOSED_HEADERS = 'x-correlation-id, retry-after, idempotent-replayed, location, dpop-nonce, www-authenticate';
/** A list of header names as browsers send it (RFC 9110, 5.1). */
const HEADER_NAMES = /^[\w!#$%&'*+.^`|~-]+(, ?[\w!#$%&'*+.^`|~-]+){0,49}$/;

export interface CorsOptions {
  /** Whether pages of this machine are allowed too, which is for sandbox mode only. */
  readonly allowsLoopback: boolean;
  /** Origins of frontends, such as `https://app.example.com`. */
  readonly origins: readonly string[];
}

/** Origins from which browsers can call; never with credentials: a token is sent explicitly, never as a cookie. */
export class Cors {
  private readonly allowsLoopback: boolean;
  private readonly origins: ReadonlySet<string>;

  constructor({ allowsLoopback, origins }: CorsOptions) {
    this.allowsLoopback = allowsLoopback;
    this.origins = new Set([...EXPLORERS, ...origins]);
  }

  /** Lets allowed origins read the responses of a handler. */
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
   * Answers preflight requests. An allowed origin may send every header that it asks for, as clients and tracers add
   * their own.
   */
  preflight(methods = 'GET, POST'): Handler {
    return this.around(({ headers }, response) => {
      const { origin, 'access-control-request-headers': requestedHeaders } = headers;
      const isReflected =
        origin !== undefined &&
        this.allows(origin) &&
        requestedHeaders !== undefined &&
        HEADER_NAMES.test(requestedHeaders);
      response.writeHead(204, {
        allow: methods,
        'access-control-allow-methods': methods,
        'access-control-allow-headers': isReflected ? requestedHeaders : USUAL_HEADERS,
        'access-control-max-age': '600',
      });
      response.end();
    });
  }

  /**
   * Checks whether a socket can be opened: by browsers, from an allowed origin or a page of the gateway itself. Other
   * programs send no origin.
   */
  readonly allowsSocket = ({ origin, host }: IncomingHttpHeaders): boolean =>
    origin === undefined || this.allows(origin) || (host !== undefined && URL.parse(origin)?.host === host);

  private allows(origin: string): boolean {
    return this.origins.has(origin) || (this.allowsLoopback && LOOPBACK_ORIGIN.test(origin));
  }
}
