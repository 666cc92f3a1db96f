import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import generated from './generated/possible-types.ts';

/** The gateway: that of `npm start`, unless `?gateway=http://…` names another. */
const GATEWAY = new URLSearchParams(location.search).get('gateway') ?? 'http://localhost:4000';
/** How long before its end a token is renewed, in seconds. */
const RENEWED_BEFORE_SECONDS = 60;
const SCOPES = [
  ...['pocket.create', 'customer.write', 'customer.read', 'kyc.document.write', 'kyc.document.read'],
  ...['pix.entries.create', 'pix.entries.read', 'pix.entries.update', 'totp.create', 'totp.validate'],
];

interface Token {
  readonly access_token: string;
  /** In seconds. */
  readonly expires_in: number;
}

let current: { readonly token: Promise<Token>; readonly renewedAt: number } | undefined;

/** Gets a token of the sandbox, and keeps it. A real page gets it from its own server, which keeps the secret to itself. */
async function sandboxToken(): Promise<string> {
  if (current === undefined || performance.now() >= current.renewedAt) {
    const token = requestToken();
    current = { token, renewedAt: Infinity };
    try {
      const { expires_in: seconds } = await token;
      current = { token, renewedAt: performance.now() + (seconds - RENEWED_BEFORE_SECONDS) * 1_000 };
    } catch (error) {
      current = undefined;
      throw error;
    }
  }
  return (await current.token).access_token;
}

async function requestToken(): Promise<Token> {
  const client = { client_id: 'acme-pay', client_secret: 'acme-pay-secret' };
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...client, scope: SCOPES.join(' ') });
  const response = await fetch(`${GATEWAY}/oauth/token`, { method: 'POST', body });
  if (!response.ok) throw new Error(`The gateway gives no token: ${response.status}.`);
  const token: Token = await response.json();
  return token;
}

const authorize = new SetContextLink(async ({ headers }) => ({
  headers: { ...headers, authorization: `Bearer ${await sandboxToken()}` },
}));

export const client = new ApolloClient({
  link: ApolloLink.from([authorize, new HttpLink({ uri: `${GATEWAY}/graphql` })]),
  // Without possibleTypes the cache does not know what `... on DomainError` matches, and drops its fields.
  cache: new InMemoryCache({ possibleTypes: generated.possibleTypes }),
});
