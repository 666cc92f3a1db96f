import { describe, expect, test } from '@jest/globals';
import { startDetachable } from '../../support/detachable-gateway.ts';
import { serverUrl } from '../../support/test-database.ts';

const QUERY = '{ paymentAccount(number: "200001") { number pockets(first: 2) { nodes { number } } } }';
/** The embedded database is always reachable. */
const onPostgreSql = serverUrl === undefined ? describe.skip : describe;

onPostgreSql('while the database is away', () => {
  test('a known list is answered with a retryable code, and no unhandled rejection ends the process', async () => {
    const detachable = await startDetachable({ environment: { ROLES: 'api' } });
    const { gateway, unhandled } = detachable;
    try {
      for (let times = 0; times < 3; times += 1) await gateway.data({ query: QUERY });
      detachable.detach();
      for (let times = 0; times < 3; times += 1) {
        const { status, body } = await gateway.ask({ query: QUERY });
        expect([status, body.errors?.map(({ extensions }) => extensions['code'])]).toEqual([
          503,
          ['SERVICE_UNAVAILABLE'],
        ]);
      }
      detachable.attach();
      expect((await gateway.data({ query: QUERY })).paymentAccount.number).toBe('200001');
      expect(unhandled).toEqual([]);
    } finally {
      await detachable.stop();
    }
  });
});
