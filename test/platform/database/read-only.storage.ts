import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Gateway } from '../../support/gateway.ts';
import { CREATE_POCKET, pocketInput } from '../../support/pockets.ts';
import { serverUrl } from '../../support/test-database.ts';
import { sql } from '../../support/webhooks.ts';

/** PGlite has one session, which can be made one that may only be read. PostgreSQL is failed over by `npm run drill`. */
const onOneSession = serverUrl === undefined ? describe : describe.skip;

onOneSession('a server that may only be read yet, as in a failover', () => {
  let gateway: Gateway;

  beforeAll(async () => {
    gateway = await Gateway.start();
  });
  afterAll(() => gateway.stop());

  test('has a write be tried again', async () => {
    const create = () => gateway.ask({ query: CREATE_POCKET, variables: { input: pocketInput() } });
    await sql(gateway, 'set session characteristics as transaction read only');
    const { status, body } = await create();
    expect([status, body.errors?.[0]?.extensions['code']]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    await sql(gateway, 'set session characteristics as transaction read write');
    expect((await create()).status).toBe(200);
  });
});
