import { createGraphiQLFetcher, type Fetcher } from '@graphiql/toolkit';
import { openSocket } from '../shared/gateway.ts';
import type { Session } from '../shared/session.ts';

/** Sends subscriptions over a socket and all else over HTTP, on one path, as whoever the session acts. */
export function gatewayFetcher(session: Session): Fetcher {
  let socket = openSocket(session);
  let current = fetcherOver(session, socket);
  session.subscribe(() => {
    // What the last partner subscribed to ends with its socket.
    void socket.dispose();
    socket = openSocket(session);
    current = fetcherOver(session, socket);
  });
  return (operation, options) => current(operation, options);
}

function fetcherOver(session: Session, wsClient: ReturnType<typeof openSocket>): Fetcher {
  return createGraphiQLFetcher({ url: 'graphql', wsClient, fetch: (input, init) => fetchAs(session, input, init) });
}

/** Adds the token of the session, unless the headers in the editor bring one. */
async function fetchAs(session: Session, input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  const token = await session.token();
  if (token !== '' && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`);
  return fetch(input, { ...init, headers });
}
