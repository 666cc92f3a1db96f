import { afterAll, beforeAll } from '@jest/globals';
import type { Gateway } from './gateway.ts';
import { sharedGateway } from './worker-gateways.ts';

/** The worker's gateway, for a test file whose suites share its partners. Each suite must restore the clock. */
export let gateway: Gateway;

beforeAll(async () => {
  gateway = await sharedGateway();
});
afterAll(() => gateway.stop());
