import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { eventually, Gateway } from '../../support/gateway.ts';
import { CREATE_POCKET, pocketInput } from '../../support/pockets.ts';
import { serverUrl } from '../../support/test-database.ts';
import { sql } from '../../support/webhooks.ts';

/** PGlite has one session, which can be made read-only. */
const onOneSession = serverUrl === undefined ? describe : describe.skip;
const onPostgreSql = serverUrl === undefined ? describe.skip : describe;
/** One connection for each of the concurrent mutations. */
const POOL_SIZE = 4;

onOneSession('a server that may only be read yet, as in a failover', () => {
  let gateway: Gateway;

  beforeAll(async () => {
    gateway = await Gateway.start();
  });
  afterAll(() => gateway.stop());

  test('makes a write retryable', async () => {
    const create = () => gateway.ask({ query: CREATE_POCKET, variables: { input: pocketInput() } });
    await sql(gateway, 'set session characteristics as transaction read only');
    const { status, body } = await create();
    expect([status, body.errors?.[0]?.extensions['code']]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    await sql(gateway, 'set session characteristics as transaction read write');
    expect((await create()).status).toBe(200);
  });
});

onPostgreSql('a primary that is one no more, while its connections last', () => {
  let gateway: Gateway;
  let server: pg.Client;

  beforeAll(async () => {
    gateway = await Gateway.start({ environment: { ROLES: 'api', DATABASE_POOL_SIZE: String(POOL_SIZE) } });
    server = new pg.Client({ connectionString: serverUrl });
    await server.connect();
  });
  afterAll(async () => {
    await server.end();
    await gateway.stop();
  });

  test('is abandoned for the server that new connections reach', async () => {
    const [{ name } = { name: '' }] = await sql<{ name: string }>(gateway, 'select current_database() as name');
    const create = async () =>
      (await gateway.ask({ query: CREATE_POCKET, variables: { input: pocketInput() } })).status;
    const statusesAfterFailover = async () => {
      await server.query(`alter database ${name} set default_transaction_read_only = on`);
      await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
      // Reads are served, and leave idle connections.
      await eventually(async () => {
        await Promise.all(
          Array.from({ length: 8 * POOL_SIZE }, () => gateway.ask({ query: '{ paymentAccounts { totalCount } }' })),
        );
        const { rows } = await server.query('select 1 from pg_stat_activity where datname = $1', [name]);
        return rows.length >= POOL_SIZE;
      });
      expect(await create()).toBe(503);
      await server.query(`alter database ${name} reset default_transaction_read_only`);
      return Promise.all(Array.from({ length: POOL_SIZE }, create));
    };
    // A poll may open a connection between the refused write and the reset: that one is read-only too.
    await eventually(async () => (await statusesAfterFailover()).every((status) => status === 200));
  });
});
