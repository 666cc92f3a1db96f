import { afterAll, beforeAll } from '@jest/globals';
import { bankGateway } from './bank-gateway.ts';
import type { Gateway } from './gateway.ts';

/** The test file's own gateway, for suites on the sandbox world itself: its history, its clients, its counts. */
export let gateway: Gateway;

beforeAll(async () => {
  gateway = await bankGateway();
});
afterAll(() => gateway.stop());
