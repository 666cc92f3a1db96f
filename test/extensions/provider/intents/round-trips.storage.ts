import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CountingProxy } from '../../../support/counting-proxy.ts';
import { goodInput, registerCustomer } from '../../../support/customers.ts';
import { keyed } from '../../../support/keyed-mutations.ts';
import { register } from '../../../support/pix.ts';
import { createPocket, expectSuccess, pocketInput, setPocketLimit } from '../../../support/pockets.ts';
import { serverUrl, TestDatabases } from '../../../support/test-database.ts';
import { Rig } from '../rig.ts';

const CREATIONS = 10;
/** What the gateway reads each second, and the notice to the relay, which no client waits for. */
const APART = ['list_restricted_partners', 'list_provider_gates', 'notify_wake_up'];
/** As many keys as an account can have, and how far apart its random keys must be, in seconds. */
const [KEYS, KEYS_APART] = [5, 61];

(serverUrl === undefined ? describe.skip : describe)('a mutation that the provider does', () => {
  const databases = new TestDatabases();
  let proxy: CountingProxy;
  let rig: Rig;

  beforeAll(async () => {
    const url = await databases.createWithWorld();
    if (url === undefined) throw new Error('There is no PostgreSQL.');
    proxy = await CountingProxy.to(url, APART);
    rig = await Rig.start({ ROLES: 'api', DATABASE_URL: proxy.urlOf(url) });
    await setPocketLimit(rig.bank, '200001', 1_000);
  });
  afterAll(async () => {
    await rig.stop();
    proxy.close();
    await databases.drop();
  });

  /** Returns the round trips that a mutation takes, once it has prepared its statements. */
  async function roundTripsOf(mutations: readonly (() => Promise<void>)[]): Promise<number> {
    const [first, ...others] = mutations;
    await first?.();
    const taken: number[] = [];
    for (const mutate of others) {
      const before = proxy.roundTrips;
      await mutate();
      taken.push(proxy.roundTrips - before);
    }
    return Math.min(...taken);
  }

  test('takes a round trip before the call, two after it, and one for the account that is shown', async () => {
    const pocket = async () => {
      await expectSuccess(createPocket(rig.front, pocketInput()));
    };
    expect(await roundTripsOf(Array.from({ length: CREATIONS }, () => pocket))).toBe(4);
  });

  test('takes as many for a registration, without an account', async () => {
    const registration = async () => {
      const input = keyed(await goodInput(rig.bank));
      expect(await registerCustomer(rig.front, input)).toMatchObject({ __typename: 'RegisterCustomerSuccess' });
    };
    expect(await roundTripsOf(Array.from({ length: CREATIONS }, () => registration))).toBe(3);
  });

  test('takes as many for a key as for a pocket', async () => {
    const entry = async () => {
      rig.front.clock.advance(KEYS_APART);
      const made = await register(rig.front, keyed({ key: { type: 'EVP' }, number: '200003' }));
      expect(made).toMatchObject({ __typename: 'RegisterPixEntrySuccess' });
    };
    expect(await roundTripsOf(Array.from({ length: KEYS }, () => entry))).toBe(4);
  });
});
