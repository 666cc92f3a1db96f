// A typical frontend: Apollo Client that sends its name and version, with OpenTelemetry's tracer for browsers, which
// adds `traceparent` to every call.
import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache, type TypedDocumentNode } from '@apollo/client';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { FetchInstrumentation } from '@opentelemetry/instrumentation-fetch';
import { WebTracerProvider } from '@opentelemetry/sdk-trace-web';
import { OperationTypeNode } from 'graphql';
import { createClient } from 'graphql-ws';

declare global {
  interface Window {
    callGateway: (gateway: string, authorization: string, input: unknown) => Promise<Called>;
  }
}

/** What the page received: `__typename` of the mutation's result, and the number of its pocket three times. */
interface Called {
  readonly outcome: string;
  readonly created: string;
  readonly read: string;
  readonly heard: string;
}

interface Pocket {
  readonly id: string;
  readonly number: string;
}

interface Created {
  readonly createPocket: { readonly __typename: string; readonly pocket: Pocket };
}

const CREATE: TypedDocumentNode<Created, { input: unknown }> = gql`
  mutation ($input: CreatePocketInput!) {
    createPocket(input: $input) {
      __typename
      ... on CreatePocketSuccess {
        pocket {
          id
          number
        }
      }
    }
  }
`;
const CURSOR: TypedDocumentNode<{ webhookEventsCursor: string }> = gql`
  {
    webhookEventsCursor
  }
`;
const READ: TypedDocumentNode<{ node: Pocket }, { id: string }> = gql`
  query ($id: ID!) {
    node(id: $id) {
      id
      ... on Pocket {
        number
      }
    }
  }
`;
const FOLLOW: TypedDocumentNode<{ webhookEvents: { entityId: string } }, { after: string | undefined }> = gql`
  subscription ($after: String) {
    webhookEvents(after: $after) {
      id
      entityId
    }
  }
`;

const provider = new WebTracerProvider();
provider.register();
const tracing = new FetchInstrumentation({ propagateTraceHeaderCorsUrls: /./ });
tracing.setTracerProvider(provider);

function clientOf(gateway: string, authorization: string): ApolloClient {
  const sockets = createClient({
    url: `${gateway.replace(/^http/, 'ws')}/graphql`,
    connectionParams: { Authorization: authorization },
    retryAttempts: 0,
  });
  return new ApolloClient({
    link: ApolloLink.split(
      ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
      new GraphQLWsLink(sockets),
      new HttpLink({ uri: `${gateway}/graphql`, headers: { authorization } }),
    ),
    cache: new InMemoryCache(),
    clientAwareness: { name: 'traced-page', version: '1.2.3' },
  });
}

/** Waits for the first event; returns its entity's id. */
function firstEvent(client: ApolloClient, after: string | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    client.subscribe({ query: FOLLOW, variables: { after } }).subscribe({
      next: ({ data, error }) => {
        if (data) resolve(data.webhookEvents.entityId);
        else reject(new Error('No event came.', { cause: error }));
      },
      error: (cause: unknown) => {
        reject(new Error('No event came.', { cause }));
      },
    });
  });
}

window.callGateway = async (gateway, authorization, input) => {
  const client = clientOf(gateway, authorization);
  const beginning = await client.query({ query: CURSOR });
  const event = firstEvent(client, beginning.data?.webhookEventsCursor);
  const { data } = await client.mutate({ mutation: CREATE, variables: { input } });
  const { __typename: outcome = '', pocket } = data?.createPocket ?? {};
  const found = await client.query({
    query: READ,
    variables: { id: pocket?.id ?? '' },
    fetchPolicy: 'network-only',
  });
  return { outcome, created: pocket?.number ?? '', read: found.data?.node.number ?? '', heard: await event };
};
