import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Database } from '../src/platform/database/database.ts';
import { Gateway } from './support/gateway.ts';
import { serverUrl } from './support/test-database.ts';

/** How long an idle gateway is watched, in milliseconds. */
const IDLE_MS = 8_000;
/** Longest pause between two polls for due work, as in the product, in milliseconds. */
const LOOK_MS = 500;
/** Statements that the start may still run. */
const START_STATEMENTS = 40;
/**
 * Statements and transactions that an idle gateway may run per second. On PostgreSQL it polls for due work four times;
 * on PGlite no work can become due without its knowledge.
 */
const PER_SECOND_MAX = serverUrl === undefined ? 1 : 7;

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start({ lookMs: LOOK_MS });
});
afterAll(() => gateway.stop());

test('an idle gateway runs no statements except polls for due work', async () => {
  const calls = [jest.spyOn(Database.prototype, 'run'), jest.spyOn(Database.prototype, 'transaction')];
  const began = performance.now();
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  const count = calls.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  for (const spy of calls) spy.mockRestore();
  expect(count).toBeLessThan(START_STATEMENTS + (PER_SECOND_MAX * (performance.now() - began)) / 1_000);
});
