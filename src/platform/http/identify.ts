import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SenderBinding } from '../auth/sender-binding.port.ts';
import { SEVERAL_AUTHORIZATIONS, type Authenticate } from '../requests/authenticate.ts';

/** Identifies the caller of a request: undefined without a token, an error if it is refused. Synchronous if known. */
export type Identify = (request: IncomingMessage, response: ServerResponse) => ReturnType<Authenticate> | undefined;

const AUTHORIZATION = 'authorization';

interface IdentifyOptions {
  readonly authenticate: Authenticate;
  readonly binding: SenderBinding;
}

/** Identifies callers over HTTP. A response to a request with a proof contains the nonce for the next proof. */
export function identifyWith({ authenticate, binding }: IdentifyOptions): Identify {
  return (request, response) => {
    const authorization = authorizationOf(request);
    if (authorization === undefined) return undefined;
    const nonce = binding.nonce();
    if (nonce !== undefined && (request.headers['dpop'] !== undefined || /^dpop /i.test(authorization)))
      response.setHeader('dpop-nonce', nonce);
    return authenticate(authorization, () => binding.senderOf(request));
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
