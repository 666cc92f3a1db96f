import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { migrate } from '../../../src/operator/migrate-command.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { programs } from '../../support/own-server.ts';
import { CREATE_POCKET, pocketInput } from '../../support/pockets.ts';
import { ThreeLogins } from '../../support/three-logins.ts';

const withServer = programs().postgres === undefined ? describe.skip : describe;

withServer('a database that refuses new connections', () => {
  let logins: ThreeLogins;
  let gateway: Gateway;
  const create = () => gateway.ask({ query: CREATE_POCKET, variables: { input: pocketInput() } });

  beforeAll(async () => {
    logins = await ThreeLogins.make();
    await logins.operate(migrate);
    gateway = await Gateway.start({ environment: { DATABASE_URL: logins.urlOf('gateway'), ROLES: 'api' } });
  });
  afterAll(async () => {
    await gateway.stop();
    await logins.remove();
  });

  async function run(...statements: readonly string[]): Promise<void> {
    const endSessions = `select count(pg_terminate_backend(pid)) from pg_stat_activity where usename = 'gateway'`;
    for (const statement of [...statements, endSessions]) await logins.sql('postgres', statement, 'postgres');
  }

  test.each([
    ['since the login is locked', ['alter role gateway nologin'], ['alter role gateway login']],
    [
      'since the database accepts none',
      ['alter database gateway allow_connections false'],
      ['alter database gateway allow_connections true'],
    ],
  ])('makes a mutation retryable %s', async (_why, refuse, accept) => {
    await run(...refuse);
    await eventually(async () => (await create()).status !== 200);
    const { status, body } = await create();
    await run(...accept);
    expect([status, body.errors?.[0]?.extensions['code']]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    await eventually(async () => (await create()).status === 200);
  });
});
