import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { systemRandom } from '../../../src/platform/system.ts';
import { Gateway } from '../../support/gateway.ts';
import { createPocket, expectSuccess, pocketInput } from '../../support/pockets.ts';

/** Largest random part of a number: no other draw has this maximum. */
const RANDOM_PART_MAX = 9_999_999_999_999;
/** Numbers that the gateway's random source returns in turn: the second one repeats the first. */
const draws = [7, 7, RANDOM_PART_MAX];
let gateway: Gateway;

beforeAll(async () => {
  const integer = (min: number, max: number) =>
    max === RANDOM_PART_MAX ? (draws.shift() ?? 0) : systemRandom.integer(min, max);
  gateway = await Gateway.start({ random: { integer } });
});
afterAll(() => gateway.stop());

test('a number that is taken is drawn again', async () => {
  const first = await expectSuccess(createPocket(gateway, pocketInput()));
  const second = await expectSuccess(createPocket(gateway, pocketInput()));
  expect([first.pocket.number, second.pocket.number]).toEqual(['2000017BRL', '2000019999999999999BRL']);
  expect(draws).toEqual([]);
});
