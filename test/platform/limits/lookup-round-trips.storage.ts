import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Database } from '../../../src/platform/database/database.ts';
import type { OpenedDatabase } from '../../../src/platform/database/opened-database.ts';
import { openDatabase } from '../../../src/platform/open-database.ts';
import { LookupBudgets } from '../../../src/platform/limits/lookup-budgets.ts';
import { entities, migrations } from '../../../src/capabilities.ts';
import { CountingProxy } from '../../support/counting-proxy.ts';
import { serverUrl, TestDatabases } from '../../support/test-database.ts';

const SIZES = { partner: { points: 20, seconds: 60 }, person: { points: 5, seconds: 600 } };
const LOOKUP = { budget: 'KEY_LOOKUPS', partnerId: 'ACME_PAY', person: '10020030169' } as const;

(serverUrl === undefined ? describe.skip : describe)('a look-up on PostgreSQL', () => {
  const databases = new TestDatabases();
  let proxy: CountingProxy;
  let opened: OpenedDatabase;

  beforeAll(async () => {
    const url = await databases.createWithWorld();
    if (url === undefined) throw new Error('There is no PostgreSQL.');
    proxy = await CountingProxy.to(url);
    const options = { dataDirectory: 'memory://', poolSize: 2, entities, migrations };
    opened = await openDatabase({ url: proxy.urlOf(url), ...options });
  });
  afterAll(async () => {
    await opened.close();
    proxy.close();
    await databases.drop();
  });

  // With a round trip between lock and commit, all processes would wait for one that is busy or frozen.
  test('locks the budget for no longer than a round trip: one to reserve it, one to settle it', async () => {
    const budgets = new LookupBudgets(new Database(opened.sessions), SIZES);
    const look = async () => {
      await budgets.during(LOOKUP, () => Promise.resolve());
      await budgets.settled();
    };
    await look();
    const before = proxy.roundTrips;
    await look();
    expect(proxy.roundTrips - before).toBe(2);
  });
});
