import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DpopNonces } from '../auth/dpop-nonces.ts';
import type { Authenticate } from '../graphql/operations/authenticate.ts';
import type { Senders } from './senders.ts';

/** Who sends a request: undefined without a token, an error with one that is refused. At once where that is known. */
export type Identify = (request: IncomingMessage, response: ServerResponse) => ReturnType<Authenticate> | undefined;

interface IdentifyOptions {
  readonly authenticate: Authenticate;
  readonly senders: Senders;
  readonly nonces: DpopNonces;
}

/** Reads who sends a request over HTTP. Who proves its key is told the nonce for the next proof in each answer. */
export function identifyWith({ authenticate, senders, nonces }: IdentifyOptions): Identify {
  return (request, response) => {
    const { authorization } = request.headers;
    if (authorization === undefined) return undefined;
    if (request.headers['dpop'] !== undefined || /^dpop /i.test(authorization))
      response.setHeader('dpop-nonce', nonces.newest);
    return authenticate(authorization, () => senders.of(request));
  };
}
