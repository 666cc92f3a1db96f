import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Gateway } from '../../support/gateway.ts';

let gateway: Gateway;
let worker: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start();
  worker = await Gateway.start({ environment: { ROLES: 'worker' } });
});
afterAll(async () => {
  await worker.stop();
  await gateway.stop();
});

describe.each([
  ['the gateway', () => gateway],
  ['a worker', () => worker],
])('health of %s', (_role, running) => {
  test.each([
    ['/health/live', { status: 'live' }],
    ['/health/ready', { status: 'ready' }],
  ])('is reported at %s, without a token', async (path, body) => {
    const response = await fetch(running().app.url + path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.json()).toEqual(body);
  });

  test('is reported to HEAD without a body', async () => {
    const response = await fetch(`${running().app.url}/health/ready`, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe(String(JSON.stringify({ status: 'ready' }).length));
    expect(await response.text()).toBe('');
  });
});

test('a process with only the worker role serves no GraphQL', async () => {
  const response = await fetch(`${worker.app.url}/graphql`, { method: 'POST' });
  expect(response.status).toBe(404);
});

describe('a gateway that cannot do its work', () => {
  async function expectNotReady(reason: string): Promise<void> {
    const ready = await fetch(`${gateway.app.url}/health/ready`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toEqual({ status: 'not ready', reason });
    const live = await fetch(`${gateway.app.url}/health/live`);
    expect(live.status).toBe(200);
  }

  test('is live but not ready when the database does not answer', async () => {
    await gateway.app.database.entityManager.fork().transactional(async (transaction) => {
      await transaction.execute('lock table mikro_orm_migrations in access exclusive mode');
      await expectNotReady('the database does not answer');
    });
    expect((await fetch(`${gateway.app.url}/health/ready`)).status).toBe(200);
  });

  test('is live but not ready when the database lacks a migration', async () => {
    await gateway.app.database.entityManager.fork().execute('delete from mikro_orm_migrations');
    await expectNotReady('the database is not migrated');
  });
});
