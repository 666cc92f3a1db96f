import { afterAll, beforeAll } from '@jest/globals';
import { Gateway } from './gateway.ts';

/** A gateway of the test file's own, for suites on the sandbox world itself: its past, its clients, its counts. */
export let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start();
});
afterAll(() => gateway.stop());
