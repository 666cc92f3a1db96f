import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { GatewayProcess } from '../../../support/gateway-process.ts';
import { OwnWorld } from '../../../support/own-world.ts';
import { prepareWorld } from '../../../support/pocket-world.ts';
import { buildServer, TestProcess } from '../../../support/process.ts';
import { introduce } from '../process-pair.ts';
import { ProviderDouble } from './provider-double.ts';

const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

let world: OwnWorld;
let double: ProviderDouble;
let gateway: GatewayProcess;

beforeAll(async () => {
  [world, double] = await Promise.all([OwnWorld.make(), ProviderDouble.start(), buildServer()]);
  await prepareWorld(world.environment);
  await introduce(world.environment);
  const provider = { PROVIDER: 'rest', PROVIDER_URL: double.url, PROVIDER_RATE: '0' };
  gateway = await GatewayProcess.start({ ...world.environment, ...provider, ADMIN_PORT: '0' });
});
afterAll(async () => {
  await TestProcess.endAll();
  await double.stop();
  await world.remove();
});

test('a gateway that records no traces passes those of its callers on to the provider', async () => {
  const token = await gateway.freshToken();
  const get = (path: string, headers: Readonly<Record<string, string>>) =>
    fetch(`${gateway.url}${path}`, { headers: { authorization: `Bearer ${token}`, 'api-version': '1', ...headers } });
  const query = encodeURIComponent('{ paymentAccount(number: "900001") { number } }');
  const preflight = { 'apollo-require-preflight': 'true' };
  await get(`/graphql?query=${query}`, { ...preflight, traceparent: TRACE, tracestate: 'vendor=one' });
  await get('/accounts/900002', { traceparent: TRACE });
  await get('/accounts/900003', {});
  const sent = Object.fromEntries(double.calls.map(({ path, headers }) => [path, headers]));
  expect(sent['/accounts/900001']).toMatchObject({ traceparent: TRACE, tracestate: 'vendor=one' });
  expect(sent['/accounts/900002']).toMatchObject({ traceparent: TRACE });
  expect(sent['/accounts/900003']).not.toHaveProperty('traceparent');
});
