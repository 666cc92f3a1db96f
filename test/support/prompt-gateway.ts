import { afterAll, beforeAll } from '@jest/globals';
import { Gateway } from './gateway.ts';

/** As the shared gateway, and analyses of pictures and persons are concluded at once. */
export let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start({ environment: { ANALYSIS_SECONDS: '0' } });
});
afterAll(() => gateway.stop());
