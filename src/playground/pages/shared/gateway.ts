import { createClient, type Client } from 'graphql-ws';
import type { Session } from './session.ts';

/** Where the gateway answers, beside the page. */
const ENDPOINT = 'graphql';
/** The HTTP status of a request whose token is not good, or that needs one. */
export const UNAUTHENTICATED = 401;
/** The code that a socket is closed with when its token is not good, or has expired. */
const FORBIDDEN = 4403;

interface GraphqlAnswer<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly { readonly message: string }[];
}

/** The data of an operation that is expected to have no errors. */
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
    throw new Error(errors?.map(({ message }) => message).join(' ') ?? 'The gateway gave no data.');
  return data;
}

/** What happens to a socket, to be shown. */
interface SocketListener {
  readonly connected?: () => void;
  readonly closed?: () => void;
}

/** A socket for live operations. It reconnects for ever, each time with a token that is good. */
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
