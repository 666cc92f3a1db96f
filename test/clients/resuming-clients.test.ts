import { readFileSync } from 'node:fs';
import { ApolloClient, gql, InMemoryCache } from '@apollo/client';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client as UrqlClient, subscriptionExchange } from '@urql/core';
import { createClient, type Client } from 'graphql-ws';
import { WebSocket } from 'ws';
import { CuttingProxy } from '../support/cutting-proxy.ts';
import { eventually, Gateway } from '../support/gateway.ts';
import { happen, logOf } from '../support/live-events.ts';
import { setPocketLimit } from '../support/pockets.ts';
import { withSeed } from '../support/test-chance.ts';
import { resuming } from './resuming.ts';

const EVENTS = 150;
const BETWEEN_CUTS_MS_MAX = 120;
const SUBSCRIPTION = `subscription ($after: String) { webhookEvents(after: $after) { id cursor entityId } }`;

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start();
  await setPocketLimit(gateway, '200001', 1_000_000);
  await happen(gateway);
  await eventually(async () => (await logOf(gateway)).length > 0);
});
afterAll(() => gateway.stop());

interface Seen {
  readonly data?: { readonly webhookEvents?: { readonly entityId?: string } | null } | null | undefined;
}
type Subscribe = (client: Client, after: string, next: (seen: Seen) => void) => () => void;

/** How each client is used; all three stand on the same `resuming` client of graphql-ws. */
const recipes: Record<string, Subscribe> = {
  'graphql-ws': (client, after, next) =>
    client.subscribe<NonNullable<Seen['data']>>(
      { query: SUBSCRIPTION, variables: { after } },
      { next, error: () => undefined, complete: () => undefined },
    ),

  'Apollo Client 4': (client, after, next) => {
    const apollo = new ApolloClient({ link: new GraphQLWsLink(client), cache: new InMemoryCache() });
    const subscription = apollo
      .subscribe<NonNullable<Seen['data']>>({ query: gql(SUBSCRIPTION), variables: { after } })
      .subscribe(({ data }) => {
        next({ data });
      });
    return () => {
      subscription.unsubscribe();
    };
  },

  urql: (client, after, next) => {
    const urql = new UrqlClient({
      url: 'http://unused.example',
      preferGetMethod: false,
      exchanges: [
        subscriptionExchange({
          forwardSubscription: ({ query = '', variables = {} }) => ({
            subscribe: (sink) => ({
              unsubscribe: client.subscribe(
                { query, variables },
                {
                  next: (result) => {
                    sink.next({ data: result.data ?? null });
                  },
                  error: sink.error,
                  complete: sink.complete,
                },
              ),
            }),
          }),
        }),
      ],
    });
    const subscription = urql.subscription<NonNullable<Seen['data']>>(SUBSCRIPTION, { after }).subscribe(({ data }) => {
      next({ data });
    });
    return () => {
      subscription.unsubscribe();
    };
  },
};

describe('a client that resumes', () => {
  test.each(Object.entries(recipes))(
    'of %s is shown each event once, over a connection that is cut at random',
    (_name, subscribe) =>
      withSeed(async (random) => {
        const proxy = await CuttingProxy.to({ host: '127.0.0.1', port: Number(new URL(gateway.app.url).port) });
        const stock = createClient({
          url: `ws://127.0.0.1:${proxy.port}/graphql`,
          webSocketImpl: WebSocket,
          connectionParams: async () => ({ Authorization: `Bearer ${await gateway.freshToken('acme-pay')}` }),
          retryAttempts: Infinity,
          shouldRetry: () => true,
          retryWait: () => new Promise((resolve) => setTimeout(resolve, random() * 20)),
        });
        const before = await logOf(gateway);
        const seen: (string | undefined)[] = [];
        const unsubscribe = subscribe(resuming(stock), before.at(-1)?.cursor ?? '', ({ data }) => {
          seen.push(data?.webhookEvents?.entityId);
        });
        proxy.cutAtRandom(random, BETWEEN_CUTS_MS_MAX);
        for (let made = 0; made < EVENTS; made += 1) await happen(gateway);
        await eventually(() => Promise.resolve(proxy.cuts >= 5));
        proxy.holdStill();
        await eventually(() => Promise.resolve(seen.length >= EVENTS));
        const log = (await logOf(gateway)).slice(before.length).map(({ entityId }) => entityId);
        expect(seen).toEqual(log);
        unsubscribe();
        await Promise.resolve(stock.dispose()).catch(() => undefined);
        proxy.close();
      }),
  );

  test('is shown in README as it is tried here', () => {
    const code = readFileSync(new URL('./resuming.ts', import.meta.url), 'utf8');
    const [, shown = ''] =
      /```ts\n(import type \{ FormattedExecutionResult \}.*?)```/s.exec(readFileSync('README.md', 'utf8')) ?? [];
    expect(shown).toBe(code);
  });
});
