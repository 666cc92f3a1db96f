import fastify from 'fastify';
import mercurius from 'mercurius';
import { authenticator, type Principal } from './auth.ts';
import { SDL } from './mercurius-schema.ts';
import { peerResolvers } from './resolvers.ts';
import { announce, readSettings } from './settings.ts';
import { openPool } from './sql.ts';

declare module 'mercurius' {
  interface MercuriusContext {
    readonly principal: Principal;
  }
}

const settings = readSettings();
const pool = openPool(settings.databaseUrl);
const authenticate = authenticator(pool, settings);
const { CreatePocketResult, ...resolvers } = await peerResolvers(pool);

const app = fastify();
await app.register(mercurius, {
  schema: SDL,
  resolvers: { ...resolvers, CreatePocketResult: { resolveType: CreatePocketResult.__resolveType } },
  jit: 1,
  context: async ({ headers }) => ({ principal: await authenticate(headers.authorization) }),
});
await app.ready();
await app.listen({ port: 0, host: '127.0.0.1' });
const [address] = app.addresses();
if (typeof address === 'object') announce(address.port);
