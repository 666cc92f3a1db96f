import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import {
  countPockets,
  createPocket,
  expectRefusal,
  expectSuccess,
  pocketInput,
  pocketUser,
  setPocketLimit,
} from '../../support/pockets.ts';
import { gateway } from '../../support/shared-gateway.ts';

beforeAll(async () => {
  for (const number of ['200001', '200002']) await setPocketLimit(gateway, number, 1_000);
});
afterEach(() => {
  gateway.clock.reset();
});

describe('an idempotency key', () => {
  test('gives 20 concurrent requests one pocket and 20 equal answers', async () => {
    const before = await countPockets(gateway, '200001');
    const input = pocketInput({ metadata: { trip: 1 } });
    const results = await Promise.all(Array.from({ length: 20 }, () => expectSuccess(createPocket(gateway, input))));
    expect(
      new Set(results.map(({ pocket, links, metadata }) => JSON.stringify({ pocket, links, metadata }))).size,
    ).toBe(1);
    expect(results.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await countPockets(gateway, '200001')).toBe(before + 1);
  });

  test('replays with other fields than those selected first', async () => {
    const input = pocketInput();
    const first = await expectSuccess(createPocket(gateway, input));
    const query = `mutation ($input: CreatePocketInput!) {
      createPocket(input: $input) { ... on CreatePocketSuccess { replayed pocket { number account { bank { ispb } } } } }
    }`;
    const { createPocket: second } = await gateway.data({ query, variables: { input } });
    expect(second).toEqual({
      replayed: true,
      pocket: { number: first.pocket.number, account: { bank: { ispb: '99990001' } } },
    });
  });

  test('replays with metadata in another order, and in upper case', async () => {
    const idempotencyKey = randomUUID();
    const first = await expectSuccess(createPocket(gateway, pocketInput({ idempotencyKey, metadata: { a: 1, b: 2 } })));
    const again = pocketInput({ idempotencyKey: idempotencyKey.toUpperCase(), metadata: { b: 2, a: 1 } });
    const second = await expectSuccess(createPocket(gateway, again));
    expect(second).toMatchObject({ replayed: true, pocket: { id: first.pocket.id } });
  });

  test.each([
    ['label', { label: 'Another' }],
    ['account', { accountNumber: '200002' }],
    ['account that does not exist', { accountNumber: '999999' }],
    ['user', { user: pocketUser({ name: 'Another' }) }],
    ['metadata', { metadata: {} }],
  ])('is refused with another %s', async (_what, changes) => {
    const input = pocketInput();
    await expectSuccess(createPocket(gateway, input));
    const refusal = await expectRefusal(createPocket(gateway, { ...input, ...changes }), 'IDEMPOTENCY_KEY_REUSED');
    expect(refusal).toMatchObject({ status: 409 });
  });

  test('is free after a refusal, for the same and for another input', async () => {
    const input = pocketInput({ accountNumber: '100002' });
    await expectRefusal(createPocket(gateway, input), 'INVALID_ACCOUNT_STATUS');
    await expectRefusal(createPocket(gateway, { ...input, label: '' }), 'INVALID_PARAMETER');
    await expectRefusal(createPocket(gateway, input), 'INVALID_ACCOUNT_STATUS');
    const result = await expectSuccess(createPocket(gateway, { ...input, accountNumber: '200001' }));
    expect(result.replayed).toBe(false);
  });

  test('is valid for 360 seconds from the first success, which replays do not extend', async () => {
    const input = pocketInput();
    gateway.clock.set('2027-01-01T12:00:00.000Z');
    gateway.forgetTokens();
    const first = await expectSuccess(createPocket(gateway, input));
    gateway.clock.set('2027-01-01T12:05:58.000Z');
    const within = await expectSuccess(createPocket(gateway, input));
    expect(within).toMatchObject({ replayed: true, pocket: { id: first.pocket.id } });
    gateway.clock.set('2027-01-01T12:06:05.000Z');
    const after = await expectSuccess(createPocket(gateway, input));
    expect(after.replayed).toBe(false);
    expect(after.pocket.id).not.toBe(first.pocket.id);
    gateway.forgetTokens();
  });

  test('belongs to its partner', async () => {
    const idempotencyKey = randomUUID();
    await expectSuccess(createPocket(gateway, pocketInput({ idempotencyKey })));
    const foreign = createPocket(gateway, pocketInput({ idempotencyKey, accountNumber: '400001' }), {
      client: 'gama-pay',
    });
    expect(await expectRefusal(foreign, 'MAXIMUM_POCKETS_COUNT_REGISTERED_FOR_ACCOUNT')).toBeDefined();
  });

  test('still replays if the account has been filled since', async () => {
    const input = pocketInput({ accountNumber: '200002' });
    await expectSuccess(createPocket(gateway, input));
    await setPocketLimit(gateway, '200002', 0);
    expect(await expectSuccess(createPocket(gateway, input))).toMatchObject({ replayed: true });
    await setPocketLimit(gateway, '200002', 1_000);
  });
});

describe('the quota', () => {
  test('lets 5 concurrent requests create one pocket if one place is left', async () => {
    await setPocketLimit(gateway, '200005', 2);
    await expectSuccess(createPocket(gateway, pocketInput({ accountNumber: '200005' })));
    const results = await Promise.all(
      Array.from({ length: 5 }, () => createPocket(gateway, pocketInput({ accountNumber: '200005' }))),
    );
    const names = results.map(({ __typename }) => __typename).sort();
    expect(names.filter((name) => name === 'CreatePocketSuccess')).toHaveLength(1);
    expect(names.filter((name) => name === 'MaximumPocketsCountRegisteredForAccountError')).toHaveLength(4);
    expect(await countPockets(gateway, '200005')).toBe(2);
  });

  test('refuses an account that has more pockets than its limit now allows', async () => {
    const input = () => pocketInput({ accountNumber: '200005' });
    await setPocketLimit(gateway, '200005', 1);
    const refusal = await expectRefusal(createPocket(gateway, input()), 'MAXIMUM_POCKETS_COUNT_REGISTERED_FOR_ACCOUNT');
    expect(refusal).toMatchObject({ limit: 1, used: 2 });
    expect(await countPockets(gateway, '200005')).toBe(2);
  });
});
