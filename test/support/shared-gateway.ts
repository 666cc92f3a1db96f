import { afterAll, beforeAll } from '@jest/globals';
import { Gateway } from './gateway.ts';

/**
 * The gateway of a test file whose suites share one: it starts before their first test and stops after their last.
 * A suite leaves its clock as it found it, and looks at nothing
 * that another could have written.
 */
export let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start();
});
afterAll(() => gateway.stop());
