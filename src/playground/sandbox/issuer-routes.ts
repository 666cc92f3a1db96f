import type { AnonymousCallers } from '../../platform/http/anonymous-callers.ts';
import type { Cors } from '../../platform/http/cors.ts';
import type { Routes } from '../../platform/http/http-server.ts';
import { answerJson } from '../../platform/http/json-answer.ts';
import { tokenEndpoint, type SandboxIssuer } from './token-endpoint.ts';

/** Ours, and those that programs for the partner API have built in. */
const TOKEN_PATHS = ['/oauth/token', '/oauth2/token', '/connect/token'];

/** Routes of the sandbox's token endpoint and of its keys. */
export function sandboxIssuerRoutes(issuer: SandboxIssuer, cors: Cors, anonymous: AnonymousCallers): Routes {
  const token = { POST: cors.around(anonymous.around(tokenEndpoint(issuer))), OPTIONS: cors.preflight() };
  return {
    ...Object.fromEntries(TOKEN_PATHS.map((path) => [path, token])),
    '/.well-known/jwks.json': {
      GET: (_request, response) => {
        answerJson(response, 200, { keys: [issuer.key.publicJwk] });
      },
    },
  };
}
