import { afterAll, beforeAll } from '@jest/globals';
import { bankGateway } from '../provider/rig.ts';
import type { Gateway } from './gateway.ts';

/** As the shared gateway, and analyses of pictures and persons are concluded at once. */
export let gateway: Gateway;

beforeAll(async () => {
  gateway = await bankGateway({ ANALYSIS_SECONDS: '0' });
});
afterAll(() => gateway.stop());
