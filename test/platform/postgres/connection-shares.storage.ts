import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Database } from '../../../src/platform/database/database.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { reading } from '../../support/metrics.ts';
import { ownStatement } from '../../support/own-statement.ts';
import { serverUrl } from '../../support/test-database.ts';

const POOL_SIZE = 10;
const LOCK_ACCOUNTS = ownStatement('lock_accounts_of_shares', 'lock table payment_account');

const onPostgreSql = serverUrl === undefined ? describe.skip : describe;

onPostgreSql('connections to the database', () => {
  let gateway: Gateway;

  beforeAll(async () => {
    gateway = await Gateway.start({ environment: { ROLES: 'api', DATABASE_POOL_SIZE: String(POOL_SIZE) } });
  });
  afterAll(() => gateway.stop());

  /** Makes reads of accounts wait; returns a function that lets them continue. */
  async function holdAccounts(): Promise<() => Promise<void>> {
    const [held, released] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const holding = new Database(gateway.app.database.sessions).transaction(async (transaction) => {
      await transaction.run(LOCK_ACCOUNTS, []);
      held.resolve(undefined);
      await released.promise;
    });
    await held.promise;
    return () => {
      released.resolve(undefined);
      return holding;
    };
  }

  const connections = (state: string) => reading(gateway, `gateway_database_connections{state="${state}"}`);
  const ask = (client: string, query: string) => gateway.ask({ client, query });
  const configurations = () => ask('beta-pay', '{ webhookConfigurations(first: 1) { nodes { id } } }');

  test('are left to others by a partner whose statements are slow, and counted', async () => {
    expect((await configurations()).status).toBe(200);
    expect((await ask('acme-pay', '{ paymentAccounts(first: 1) { nodes { id } } }')).status).toBe(200);
    const release = await holdAccounts();
    const answered: number[] = [];
    const slow = Array.from({ length: 3 * POOL_SIZE }, async (_, nth) => {
      const { status } = await ask('acme-pay', `{ a${nth}: paymentAccounts(first: 1) { nodes { id } } }`);
      answered.push(status);
    });
    await eventually(async () => ((await connections('beyond_share')) ?? 0) > 0);
    expect((await configurations()).status).toBe(200);
    expect(answered.length).toBeLessThan(slow.length);
    await release();
    await Promise.all(slow);
    expect(await connections('waiting')).toBe(0);
  });
});
