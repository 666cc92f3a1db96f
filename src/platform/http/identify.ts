import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DpopNonces } from '../auth/dpop-nonces.ts';
import type { Sender } from '../auth/sender.ts';
import { SEVERAL_AUTHORIZATIONS, type Authenticate } from '../requests/authenticate.ts';
import type { ClientCertificates } from './client-certificates.ts';
import { isLoopbackHost } from '../loopback-name.ts';
import { singleHeader } from './request-headers.ts';

interface SendersOptions {
  /** The URL of the gateway for others; undefined: only this machine calls it, by any loopback name. */
  readonly publicUrl: string | undefined;
  /** Where it is served, such as `http://localhost:4000`. */
  readonly url: string;
  readonly certificates: ClientCertificates;
}

/** Reads what requests show about their senders. */
export class Senders {
  private readonly options: SendersOptions;

  constructor(options: SendersOptions) {
    this.options = options;
  }

  of(request: Pick<IncomingMessage, 'headers' | 'socket' | 'method' | 'url'>): Sender {
    const { method = 'GET', url = '/' } = request;
    const [path = '/'] = url.split('?', 1);
    return {
      proof: singleHeader(request, 'dpop'),
      method,
      url: this.baseOf(request.headers.host) + path,
      certificate: this.options.certificates.thumbprintOf(request),
    };
  }

  /** Trusts only loopback names in `host`, which the sender chooses: a proof for another host must not be valid. */
  private baseOf(host: string | undefined): string {
    const { publicUrl, url } = this.options;
    if (publicUrl !== undefined || host === undefined || !isLoopbackHost(host)) return publicUrl ?? url;
    return `${url.slice(0, url.indexOf('://'))}://${host}`;
  }
}

/** Identifies the caller of a request: undefined without a token, an error if it is refused. Synchronous if known. */
export type Identify = (request: IncomingMessage, response: ServerResponse) => ReturnType<Authenticate> | undefined;

const AUTHORIZATION = 'authorization';

interface IdentifyOptions {
  readonly authenticate: Authenticate;
  readonly senders: Senders;
  readonly nonces: DpopNonces;
}

/** Identifies callers over HTTP. A response to a request with a proof contains the nonce for the next proof. */
export function identifyWith({ authenticate, senders, nonces }: IdentifyOptions): Identify {
  return (request, response) => {
    const authorization = authorizationOf(request);
    if (authorization === undefined) return undefined;
    if (request.headers['dpop'] !== undefined || /^dpop /i.test(authorization))
      response.setHeader('dpop-nonce', nonces.newest);
    return authenticate(authorization, () => senders.of(request));
  };
}

/** Returns the Authorization header, or a text in its place if there are several, of which Node shows the first. */
function authorizationOf({ headers, rawHeaders }: IncomingMessage): string | undefined {
  const { authorization } = headers;
  if (authorization === undefined) return undefined;
  let isOne = false;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length !== AUTHORIZATION.length || rawHeaders[at]?.toLowerCase() !== AUTHORIZATION) continue;
    if (isOne) return SEVERAL_AUTHORIZATIONS;
    isOne = true;
  }
  return authorization;
}
