import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Database } from '../src/platform/database/database.ts';
import { Gateway } from './support/gateway.ts';
import { serverUrl } from './support/test-database.ts';

/** How long an idle gateway is watched, in milliseconds. */
const IDLE_MS = 8_000;
/** What a start still does, in statements. */
const START_STATEMENTS = 40;
/**
 * Statements and transactions that an idle gateway may have in a second. On PostgreSQL it looks for due work four times;
 * on PGlite nothing can be due that it has not done.
 */
const PER_SECOND_MAX = serverUrl === undefined ? 1 : 7;

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start();
});
afterAll(() => gateway.stop());

test('a gateway with nothing to do leaves its database alone, but for a look at all that may be due', async () => {
  const calls = [jest.spyOn(Database.prototype, 'run'), jest.spyOn(Database.prototype, 'transaction')];
  const began = performance.now();
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  const count = calls.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  for (const spy of calls) spy.mockRestore();
  expect(count).toBeLessThan(START_STATEMENTS + (PER_SECOND_MAX * (performance.now() - began)) / 1_000);
});
