import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Gateway } from '../../support/gateway.ts';
import { closePocket, setPocketLimit } from '../../support/pockets.ts';
import { sharedGateway } from '../../support/worker-gateways.ts';
import { balanceOfPocket, move, newPocket, receive } from './money.ts';

let gateway: Gateway;

beforeAll(async () => {
  gateway = await sharedGateway();
});
afterAll(() => gateway.stop());

describe('a pocket with money', () => {
  test('is not closed, and says how it can be', async () => {
    const pocketNumber = await newPocket(gateway);
    await receive(gateway, { amount: '1.50' });
    await move(gateway, 'saveToPocket', { pocketNumber, amount: '1.50' });
    const query = `mutation ($input: ClosePocketInput!) { closePocket(input: $input) {
      ... on PocketHasBalanceError { code status path balance { total { value } available { value } hold { value } } nextStep { mutation input } }
    } }`;
    const variables = { input: { pocketNumber } };
    const { closePocket: refused } = await gateway.data({ query, variables });
    expect(refused).toMatchObject({
      code: 'POCKET_HAS_BALANCE',
      status: 422,
      path: ['pocketNumber'],
      balance: { total: { value: '1.50' } },
      nextStep: { mutation: 'redeemFromPocket', input: { pocketNumber, amount: '1.50', currency: 'BRL' } },
    });
    expect(await move(gateway, 'redeemFromPocket', refused.nextStep.input)).toMatchObject({ replayed: false });
    expect(await closePocket(gateway, { pocketNumber })).toMatchObject({ changed: true });
  });

  test('never becomes CLOSED while it is saved into', async () => {
    await setPocketLimit(gateway, '200001', 10_000);
    await receive(gateway, { amount: '30.00' });
    const pockets = await Promise.all(Array.from({ length: 15 }, () => newPocket(gateway)));
    const results = await Promise.all(
      pockets.map(async (pocketNumber) => {
        const [saved, closed] = await Promise.all([
          move(gateway, 'saveToPocket', { pocketNumber }),
          closePocket(gateway, { pocketNumber }),
        ]);
        const { available } = await balanceOfPocket(gateway, pocketNumber);
        return [saved.__typename, closed.code ?? closed.__typename, available];
      }),
    );
    for (const result of results)
      expect([
        ['SaveToPocketSuccess', 'POCKET_HAS_BALANCE', '1.00'],
        ['InvalidPocketStatusError', 'ClosePocketSuccess', '0.00'],
      ]).toContainEqual(result);
  });
});
