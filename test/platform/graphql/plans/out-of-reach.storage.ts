import { describe, expect, test } from '@jest/globals';
import { CuttingProxy } from '../../../support/cutting-proxy.ts';
import { Gateway } from '../../../support/gateway.ts';
import { serverUrl, TestDatabases } from '../../../support/test-database.ts';

/** Where nothing listens. */
const NOWHERE = { host: '127.0.0.1', port: 9 };
const QUERY = '{ paymentAccount(number: "200001") { number pockets(first: 2) { nodes { number } } } }';
/** The embedded database is always reachable. */
const onPostgreSql = serverUrl === undefined ? describe.skip : describe;

onPostgreSql('while the database is away', () => {
  test('a known list is answered with a retryable code, and no unhandled rejection ends the process', async () => {
    const databases = new TestDatabases();
    const url = new URL((await databases.createWithWorld()) ?? '');
    const target = { host: url.hostname, port: Number(url.port || '5432') };
    const proxy = await CuttingProxy.to(target);
    url.host = `127.0.0.1:${proxy.port}`;
    const gateway = await Gateway.start({ environment: { DATABASE_URL: url.toString(), ROLES: 'api' } });
    const unhandled: unknown[] = [];
    const note = (error: unknown) => void unhandled.push(error);
    process.on('unhandledRejection', note);
    try {
      for (let times = 0; times < 3; times += 1) await gateway.data({ query: QUERY });
      proxy.lead(NOWHERE);
      proxy.cut();
      for (let times = 0; times < 3; times += 1) {
        const { status, body } = await gateway.ask({ query: QUERY });
        expect([status, body.errors?.map(({ extensions }) => extensions['code'])]).toEqual([
          503,
          ['SERVICE_UNAVAILABLE'],
        ]);
      }
      proxy.lead(target);
      expect((await gateway.data({ query: QUERY })).paymentAccount.number).toBe('200001');
      expect(unhandled).toEqual([]);
    } finally {
      process.off('unhandledRejection', note);
      await gateway.stop();
      proxy.close();
      await databases.drop();
    }
  });
});
