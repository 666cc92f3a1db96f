import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { authenticator } from './auth.ts';
import { SDL } from './mercurius-schema.ts';
import { peerResolvers, type Caller } from './resolvers.ts';
import { announce, readSettings } from './settings.ts';
import { openPool } from './sql.ts';

const settings = readSettings();
const pool = openPool(settings.databaseUrl);
const authenticate = authenticator(pool, settings);

// Started as in its guide, without tuning.
const server = new ApolloServer<Caller>({ typeDefs: SDL, resolvers: await peerResolvers(pool) });
const { url } = await startStandaloneServer(server, {
  listen: { port: 0, host: '127.0.0.1' },
  context: async ({ req }) => ({ principal: await authenticate(req.headers.authorization) }),
});
announce(Number(new URL(url).port));
