import { ApolloClient, gql, InMemoryCache } from '@apollo/client';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { Client as UrqlClient, subscriptionExchange } from '@urql/core';
import type { Client } from 'graphql-ws';
import { SUBSCRIPTION, type SeenEvent } from './wire.ts';

interface Seen {
  readonly data?: { readonly webhookEvents?: SeenEvent | null } | null | undefined;
}

/** Subscribes after a cursor; returns a function that ends the subscription. */
export type Subscribe = (client: Client, after: string | undefined, next: (seen: Seen) => void) => () => void;

/** How each client is used; all three are based on the same `resuming` client of graphql-ws. */
export const socketRecipes: Record<string, Subscribe> = {
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
