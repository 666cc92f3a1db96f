import { afterAll, beforeAll } from '@jest/globals';
import { bankGateway } from './bank-gateway.ts';
import type { Gateway } from './gateway.ts';

/** A gateway like the shared one, but with analyses of pictures and persons that end immediately. */
export let gateway: Gateway;

beforeAll(async () => {
  gateway = await bankGateway({ ANALYSIS_SECONDS: '0' });
});
afterAll(() => gateway.stop());
