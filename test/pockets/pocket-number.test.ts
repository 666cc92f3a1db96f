import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Gateway } from '../support/gateway.ts';
import { createPocket, expectSuccess, pocketInput } from '../support/pockets.ts';

/** Draws that the gateway's chance gives in turn: the second one repeats the first. */
const draws = [7, 7, 9_999_999_999_999];
let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start({ chance: { integer: () => draws.shift() ?? 0 } });
});
afterAll(() => gateway.stop());

test('a number that is taken is drawn again, and the event carries the one that counts', async () => {
  const first = await expectSuccess(createPocket(gateway, pocketInput()));
  const second = await expectSuccess(createPocket(gateway, pocketInput()));
  expect([first.pocket.number, second.pocket.number]).toEqual(['2000017BRL', '2000019999999999999BRL']);
  expect(draws).toEqual([]);
});
