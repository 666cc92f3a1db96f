// Not TypeScript, as graphql-yoga's types change those of GraphQLError for the whole project.
import { createServer } from 'node:http';
import { createSchema, createYoga } from 'graphql-yoga';
import { authenticator } from './auth.ts';
import { SDL } from './mercurius-schema.ts';
import { peerResolvers } from './resolvers.ts';
import { announce, readSettings } from './settings.ts';
import { openPool } from './sql.ts';

const settings = readSettings();
const pool = openPool(settings.databaseUrl);
const authenticate = authenticator(pool, settings);

const yoga = createYoga({
  schema: createSchema({ typeDefs: SDL, resolvers: await peerResolvers(pool) }),
  context: async ({ request }) => ({
    principal: await authenticate(request.headers.get('authorization') ?? undefined),
  }),
});
const server = createServer((request, response) => void yoga(request, response));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) announce(address.port);
});
