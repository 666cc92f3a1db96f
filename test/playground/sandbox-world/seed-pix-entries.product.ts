import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Gateway } from '../../support/gateway.ts';
import { sql } from '../../support/webhooks.ts';
import { makeWorld } from '../../support/world.ts';

const DAY_MS = 86_400_000;

let gateway: Gateway;
let startedAt: number;

beforeAll(async () => {
  startedAt = Date.now();
  gateway = await Gateway.start({ environment: { ROLES: 'api' } });
});
afterAll(() => gateway.stop());

interface ShownEntry {
  readonly createdAt: string;
  readonly addressingKey: { readonly type: string; readonly value: string };
}

const KEYS = '{ paymentAccounts { nodes { number pixEntries { createdAt addressingKey { type value } } } } }';

async function keysOf(client: string) {
  const { paymentAccounts } = await gateway.data({ query: KEYS, client });
  const accounts: readonly { number: string; pixEntries: readonly ShownEntry[] }[] = paymentAccounts.nodes;
  return new Map(accounts.map(({ number, pixEntries }) => [number, pixEntries]));
}

describe('the sandbox world', () => {
  test.each([
    ['100001', []],
    ['100002', []],
    ['100003', ['19 EVP']],
    ['200001', []],
    ['200002', ['1 CPF', '3 EVP']],
    ['200003', []],
    ['200004', []],
    ['200005', ['1 CPF', '4 EVP']],
  ])('gives account %s the keys %j', async (number, expected) => {
    const types = (await keysOf('acme-pay')).get(number)?.map(({ addressingKey }) => addressingKey.type) ?? [];
    const counts = [...Map.groupBy(types, (type) => type)].map(([type, all]) => `${all.length} ${type}`);
    expect(counts.sort()).toEqual(expected);
  });

  test.each(['beta-pay', 'gama-pay'])('gives the accounts of %s no keys', async (client) => {
    expect([...(await keysOf(client)).values()].flat()).toEqual([]);
  });

  test('has keys that are a day old, and documents of their holders', async () => {
    const keys = await keysOf('acme-pay');
    const valueOf = (number: string) =>
      keys.get(number)?.find(({ addressingKey }) => addressingKey.type === 'CPF')?.addressingKey.value;
    expect([valueOf('200002'), valueOf('200005')]).toEqual(['10020030320', '10020031050']);
    for (const { createdAt } of [...keys.values()].flat())
      expect(Math.abs(Date.parse(createdAt) + DAY_MS - startedAt)).toBeLessThan(3_600_000);
  });

  test('has random keys of the same values in every sandbox, as one can be in front of another', async () => {
    const entries = (await keysOf('acme-pay')).get('200002') ?? [];
    const values = entries
      .filter(({ addressingKey }) => addressingKey.type === 'EVP')
      .map((one) => one.addressingKey.value);
    expect(values.toSorted()).toEqual(['00', '01', '02'].map((nth) => `00000000-0000-4000-8000-0000200002${nth}`));
  });

  test('has the keys of the other bank', async () => {
    const rows = await sql(
      gateway,
      `select key_type as "type", key_value as "value", ispb, owner_document = '10020030320' as "isOfBruno"
       from pix_entry where account_id is null order by key_value`,
    );
    const ispb = '99990002';
    expect(rows).toEqual([
      { type: 'PHONE', value: '+5511987650077', ispb, isOfBruno: false },
      { type: 'EMAIL', value: 'mine.elsewhere@example.com', ispb, isOfBruno: true },
      { type: 'EMAIL', value: 'taken@example.com', ispb, isOfBruno: false },
    ]);
  });

  test('creates its keys once: a world without keys stays without', async () => {
    const before = await keysOf('acme-pay');
    await makeWorld(gateway.app.database);
    expect(await keysOf('acme-pay')).toEqual(before);
    await sql(gateway, 'delete from pix_entry');
    await makeWorld(gateway.app.database);
    expect([...(await keysOf('acme-pay')).values()].flat()).toEqual([]);
  });
});
