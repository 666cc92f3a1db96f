import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import generated from './generated/possible-types.ts';

/** The gateway: that of `npm start`, unless `?gateway=http://…` names another. */
const GATEWAY = new URLSearchParams(location.search).get('gateway') ?? 'http://localhost:4000';

/** Gets a token of the sandbox. A real page gets it from its own server, which keeps the secret to itself. */
async function sandboxToken(): Promise<string> {
  const response = await fetch(`${GATEWAY}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'acme-pay',
      client_secret: 'acme-pay-secret',
      scope: 'pocket.create',
    }),
  });
  const answer: { readonly access_token: string } = await response.json();
  return answer.access_token;
}

const authorize = new SetContextLink(async ({ headers }) => ({
  headers: { ...headers, authorization: `Bearer ${await sandboxToken()}` },
}));

export const client = new ApolloClient({
  link: ApolloLink.from([authorize, new HttpLink({ uri: `${GATEWAY}/graphql` })]),
  cache: new InMemoryCache({ possibleTypes: generated.possibleTypes }),
});
