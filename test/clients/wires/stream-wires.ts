import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { EventSource } from 'eventsource';
import { createClient } from 'graphql-sse';
import { SUBSCRIPTION, type Follow, type SeenEvent } from './wire.ts';

interface Seen {
  readonly webhookEvents: SeenEvent;
}

const headersBy = (token: () => Promise<string>) => async () => ({ authorization: `Bearer ${await token()}` });

/** Adds a reconnection time to a stream: the default of an EventSource is three seconds. */
function reconnectingSoon({ url, status, redirected, headers, body }: Response) {
  const begin = (controller: TransformStreamDefaultController<Uint8Array>) => {
    controller.enqueue(new TextEncoder().encode('retry: 10\n\n'));
  };
  return { url, status, redirected, headers, body: body?.pipeThrough(new TransformStream({ start: begin })) ?? null };
}

/** Clients of streams that continue after the last event that they have seen. */
export const streamWires: Record<string, Follow> = {
  'graphql-sse'({ port, after, token, next }) {
    const client = createClient({
      url: `http://127.0.0.1:${port}/graphql/stream`,
      headers: headersBy(token),
      retryAttempts: Infinity,
      retry: () => new Promise((resolve) => setTimeout(resolve, 10)),
    });
    // Each reconnect sends its current variables.
    const request = { query: SUBSCRIPTION, variables: { after } };
    return client.subscribe<Seen>(request, {
      next: ({ data }) => {
        if (!data) return;
        request.variables.after = data.webhookEvents.cursor;
        next(data.webhookEvents);
      },
      error: () => undefined,
      complete: () => undefined,
    });
  },

  EventSource({ port, after, token, next }) {
    const parameters = new URLSearchParams({ query: SUBSCRIPTION, variables: JSON.stringify({ after }) });
    const source = new EventSource(`http://127.0.0.1:${port}/graphql/stream?${parameters.toString()}`, {
      fetch: async (url, init) =>
        reconnectingSoon(await fetch(url, { ...init, headers: { ...init.headers, ...(await headersBy(token)()) } })),
    });
    source.addEventListener('next', ({ data }) => {
      next((JSON.parse(String(data)) as { data: Seen }).data.webhookEvents);
    });
    source.addEventListener('complete', () => {
      source.close();
    });
    return () => {
      source.close();
    };
  },

  'Apollo Client 4 by multipart'({ port, after, token, next }) {
    const link = new HttpLink({
      uri: `http://127.0.0.1:${port}/graphql`,
      fetch: async (url, init) =>
        fetch(url, {
          ...init,
          headers: { ...Object.fromEntries(new Headers(init?.headers)), ...(await headersBy(token)()) },
        }),
    });
    const apollo = new ApolloClient({ link, cache: new InMemoryCache() });
    let [last, isStopped, stop] = [after, false, (): void => undefined];
    const begin = () => {
      const again = () => {
        if (!isStopped) setTimeout(begin, 10);
      };
      const subscription = apollo
        .subscribe<Seen>({ query: gql(SUBSCRIPTION), variables: { after: last }, fetchPolicy: 'no-cache' })
        .subscribe({
          next: ({ data, error }) => {
            if (data) {
              last = data.webhookEvents.cursor;
              next(data.webhookEvents);
            } else if (error) again();
          },
          error: again,
        });
      stop = () => {
        subscription.unsubscribe();
      };
    };
    begin();
    return () => {
      isStopped = true;
      stop();
    };
  },
};
