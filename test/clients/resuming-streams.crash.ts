import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { EventSource } from 'eventsource';
import { createClient } from 'graphql-sse';
import { CuttingProxy } from '../support/cutting-proxy.ts';
import { eventually, Gateway } from '../support/gateway.ts';
import { happen, logOf } from '../support/live-events.ts';
import { setPocketLimit } from '../support/pockets.ts';
import { withSeed } from '../support/test-random.ts';

const EVENTS = 60;
const CUTS = 5;
const BETWEEN_CUTS_MS_MAX = 120;
const SUBSCRIPTION = `subscription ($after: String) { webhookEvents(after: $after) { id cursor entityId } }`;

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start();
  await setPocketLimit(gateway, '200001', 1_000_000);
});
afterAll(() => gateway.stop());

interface Seen {
  readonly webhookEvents: { readonly cursor: string; readonly entityId: string };
}

/** How a client is used: from a place on, over a port, until what it gives is called. */
type Follow = (from: Followed) => () => void;

interface Followed {
  readonly port: number;
  readonly after: string | undefined;
  readonly headers: () => Promise<Record<string, string>>;
  readonly next: (seen: Seen) => void;
}

/** Each goes on after the last event that it has seen. */
const recipes: Record<string, Follow> = {
  'graphql-sse'({ port, after, headers, next }) {
    const client = createClient({
      url: `http://127.0.0.1:${port}/graphql/stream`,
      headers,
      retryAttempts: Infinity,
      retry: () => new Promise((resolve) => setTimeout(resolve, 10)),
    });
    // It is sent as it is at each connect.
    const request = { query: SUBSCRIPTION, variables: { after } };
    return client.subscribe<Seen>(request, {
      next: ({ data }) => {
        if (!data) return;
        request.variables.after = data.webhookEvents.cursor;
        next(data);
      },
      error: () => undefined,
      complete: () => undefined,
    });
  },

  EventSource({ port, after, headers, next }) {
    const parameters = new URLSearchParams({ query: SUBSCRIPTION, variables: JSON.stringify({ after }) });
    const source = new EventSource(`http://127.0.0.1:${port}/graphql/stream?${parameters.toString()}`, {
      fetch: async (url, init) => fetch(url, { ...init, headers: { ...init.headers, ...(await headers()) } }),
    });
    source.addEventListener('next', ({ data }) => {
      next((JSON.parse(String(data)) as { data: Seen }).data);
    });
    source.addEventListener('complete', () => {
      source.close();
    });
    return () => {
      source.close();
    };
  },

  'Apollo Client 4 by multipart'({ port, after, headers, next }) {
    const link = new HttpLink({
      uri: `http://127.0.0.1:${port}/graphql`,
      fetch: async (url, init) =>
        fetch(url, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), ...(await headers()) } }),
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
              next(data);
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

describe('a stock client over a connection that is cut at random', () => {
  test.each(Object.entries(recipes))('%s is shown each event once, in order', (_name, follow) =>
    withSeed(async (random) => {
      const before = await logOf(gateway);
      const { webhookEventsCursor } = await gateway.data({ query: '{ webhookEventsCursor }' });
      const proxy = await CuttingProxy.to({ host: '127.0.0.1', port: Number(new URL(gateway.app.url).port) });
      const seen: string[] = [];
      const stop = follow({
        port: proxy.port,
        after: webhookEventsCursor,
        headers: async () => ({ authorization: `Bearer ${await gateway.token('acme-pay')}` }),
        next: ({ webhookEvents }) => seen.push(webhookEvents.entityId),
      });
      proxy.cutAtRandom(random, BETWEEN_CUTS_MS_MAX);
      for (let made = 0; made < EVENTS; made += 1) await happen(gateway);
      await eventually(() => Promise.resolve(proxy.cuts >= CUTS));
      proxy.holdStill();
      const log = await eventually(async () => {
        const happened = (await logOf(gateway)).slice(before.length);
        return happened.length === EVENTS && happened;
      });
      await eventually(() => Promise.resolve(seen.length >= EVENTS));
      expect(seen).toEqual(log.map(({ entityId }) => entityId));
      stop();
      proxy.close();
    }),
  );

  test('is told of a refusal, and not again', async () => {
    const client = createClient({ url: `${gateway.app.url}/graphql/stream`, retryAttempts: 0 });
    const refused = new Promise<unknown>((resolve) => {
      client.subscribe({ query: SUBSCRIPTION }, { next: resolve, error: resolve, complete: () => undefined });
    });
    expect(await refused).toMatchObject({ response: { status: 401 } });
    const token = await gateway.token('acme-pay');
    const badly = createClient({
      url: `${gateway.app.url}/graphql/stream`,
      headers: { authorization: `Bearer ${token}` },
    });
    const results: unknown[] = [];
    await new Promise<void>((resolve, reject) => {
      badly.subscribe(
        { query: 'subscription { nothing }' },
        { next: (result) => results.push(result), error: reject, complete: resolve },
      );
    });
    expect(results).toMatchObject([{ errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] }]);
  });
});
