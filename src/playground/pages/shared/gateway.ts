import { createClient, type Client } from 'graphql-ws';
import type { Session } from './session.ts';

/** URL of the GraphQL endpoint, relative to the page. */
const ENDPOINT = 'graphql';
/** HTTP status of a request whose token is invalid or missing. */
export const UNAUTHENTICATED = 401;
/** Close code of a socket whose token is invalid or has expired. */
const FORBIDDEN = 4403;

interface GraphqlAnswer<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly { readonly message: string }[];
}

/** Sends an operation and returns its data; throws if there are errors or no data. */
export async function ask<Data>(session: Session, query: string, variables: object = {}): Promise<Data> {
  const token = await session.token();
  const response = await fetch(ENDPOINT, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  });
  if (response.status === UNAUTHENTICATED) session.refused(token);
  const { data, errors }: GraphqlAnswer<Data> = await response.json();
  if (errors !== undefined || data === undefined || data === null)
    throw new Error(errors?.map(({ message }) => message).join(' ') ?? 'The gateway returned no data.');
  return data;
}

/** Callbacks that show the state of a socket. */
interface SocketListener {
  readonly connected?: () => void;
  readonly closed?: () => void;
}

/** Opens a socket for live operations. It reconnects forever, each time with a valid token. */
export function openSocket(session: Session, { connected, closed }: SocketListener = {}): Client {
  const url = new URL(ENDPOINT, document.baseURI);
  url.protocol = url.protocol.replace('http', 'ws');
  let token = '';
  return createClient({
    url: url.href,
    connectionParams: async () => {
      token = await session.token();
      return token === '' ? {} : { Authorization: `Bearer ${token}` };
    },
    retryAttempts: Infinity,
    shouldRetry: () => true,
    on: {
      ...(connected && { connected }),
      closed: (event) => {
        if (event instanceof CloseEvent && event.code === FORBIDDEN) session.refused(token);
        closed?.();
      },
    },
  });
}
