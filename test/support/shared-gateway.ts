import { afterAll, beforeAll } from '@jest/globals';
import type { Gateway } from './gateway.ts';
import { sharedGateway } from './worker-gateways.ts';

/** The worker's gateway, for a test file whose suites are the same partners. A suite leaves its clock as it found it. */
export let gateway: Gateway;

beforeAll(async () => {
  gateway = await sharedGateway();
});
afterAll(() => gateway.stop());
