import type { Handler } from './http-server.ts';

/** Prevents caching of responses, since they contain partners' data. */
export function notStored(handler: Handler): Handler {
  return (request, response) => {
    response.setHeader('cache-control', 'no-store');
    return handler(request, response);
  };
}
