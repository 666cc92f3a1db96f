import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CountingProxy } from '../../support/counting-proxy.ts';
import { createPocket, expectSuccess, pocketInput, setPocketLimit } from '../../support/pockets.ts';
import { serverUrl, TestDatabases } from '../../support/test-database.ts';
import { Rig } from '../rig.ts';

const CREATIONS = 10;

(serverUrl === undefined ? describe.skip : describe)('a pocket that the provider creates', () => {
  const databases = new TestDatabases();
  let proxy: CountingProxy;
  let rig: Rig;

  beforeAll(async () => {
    const url = await databases.createWithWorld();
    if (url === undefined) throw new Error('There is no PostgreSQL.');
    proxy = await CountingProxy.to(url);
    rig = await Rig.start({ ROLES: 'api', DATABASE_URL: proxy.urlOf(url) });
    await setPocketLimit(rig.bank, '200001', 1_000);
  });
  afterAll(async () => {
    await rig.stop();
    proxy.close();
    await databases.drop();
  });

  test('takes a round trip before the call, one after it, one for the account that is shown, and one to wake the relay', async () => {
    await expectSuccess(createPocket(rig.front, pocketInput()));
    const taken: number[] = [];
    for (let nth = 0; nth < CREATIONS; nth += 1) {
      const before = proxy.roundTrips;
      await expectSuccess(createPocket(rig.front, pocketInput()));
      taken.push(proxy.roundTrips - before);
    }
    // What the gateway looks at each second comes on top of some.
    expect(Math.min(...taken)).toBe(4);
  });
});
