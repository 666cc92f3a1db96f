import { createGraphiQLFetcher, type Fetcher } from '@graphiql/toolkit';
import { openSocket, UNAUTHENTICATED } from '../shared/gateway.ts';
import { resuming } from '../shared/resuming.ts';
import type { Session } from '../shared/session.ts';

/**
 * Sends subscriptions over a socket and all else over HTTP, on one path, with the token of the session. After a lost
 * connection a subscription to events resumes at the last cursor that was shown.
 */
export function gatewayFetcher(session: Session): Fetcher {
  let socket = openSocket(session);
  let current = fetcherOver(session, socket);
  session.subscribe(() => {
    // The subscriptions of the previous partner end with its socket.
    void socket.dispose();
    socket = openSocket(session);
    current = fetcherOver(session, socket);
  });
  return (operation, options) => current(operation, options);
}

function fetcherOver(session: Session, socket: ReturnType<typeof openSocket>): Fetcher {
  const wsClient = resuming(socket);
  return createGraphiQLFetcher({ url: 'graphql', wsClient, fetch: (input, init) => fetchAs(session, input, init) });
}

/** Adds the token of the session, unless the headers in the editor contain one. */
async function fetchAs(session: Session, input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (headers.has('authorization')) return fetch(input, init);
  const token = await session.token();
  if (token !== '') headers.set('authorization', `Bearer ${token}`);
  const response = await fetch(input, { ...init, headers });
  if (response.status === UNAUTHENTICATED) session.refused(token);
  return response;
}
