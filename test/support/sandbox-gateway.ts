import { afterAll, beforeAll } from '@jest/globals';
import { bankGateway } from '../provider/rig.ts';
import type { Gateway } from './gateway.ts';

/** A gateway of the test file's own, for suites on the sandbox world itself: its past, its clients, its counts. */
export let gateway: Gateway;

beforeAll(async () => {
  gateway = await bankGateway();
});
afterAll(() => gateway.stop());
