import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, Gateway } from '../../../support/gateway.ts';
import { ProviderDouble } from './provider-double.ts';

const QUERY = '{ viewer { provider { state since retryAfterSeconds openOutcomes } } }';

async function provider(gateway: Gateway): Promise<unknown> {
  const { viewer } = await gateway.data({ query: QUERY });
  return viewer.provider;
}

const get = async (gateway: Gateway, path: string) => {
  const response = await fetch(`${gateway.app.adminUrl}${path}`);
  return { status: response.status, text: await response.text() };
};

describe('a gateway that is the bank', () => {
  test('has no provider to show', async () => {
    const gateway = await Gateway.start();
    expect(await provider(gateway)).toBeNull();
    expect(await get(gateway, '/health/ready')).toEqual({ status: 200, text: '{"status":"ready"}' });
    expect((await get(gateway, '/metrics')).text).not.toContain('gateway_provider');
    await gateway.stop();
  });
});

describe('a gateway in front of a provider', () => {
  let double: ProviderDouble;
  let gateway: Gateway;

  beforeAll(async () => {
    double = await ProviderDouble.start();
    gateway = await Gateway.start({ environment: { PROVIDER: 'rest', PROVIDER_URL: double.url } });
  });
  afterAll(async () => {
    await gateway.stop();
    await double.stop();
  });

  test('shows the state of the provider to partners and operators, and is ready while it is down', async () => {
    const since = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(await provider(gateway)).toEqual({ state: 'UP', since, retryAfterSeconds: null, openOutcomes: 0 });
    expect(await get(gateway, '/health/ready')).toEqual({ status: 200, text: '{"status":"ready","provider":"up"}' });
    const sql = `update provider_gate set state = 'OPEN', opened_at = now(), next_probe_at = now() + interval '1 hour'`;
    await gateway.app.database.entityManager.getConnection().execute(sql);
    let known: unknown;
    await eventually(async () => {
      known = await provider(gateway);
      return JSON.stringify(known).includes('DOWN');
    });
    expect(known).toEqual({ state: 'DOWN', since, retryAfterSeconds: expect.any(Number), openOutcomes: 0 });
    expect(await get(gateway, '/health/ready')).toEqual({ status: 200, text: '{"status":"ready","provider":"down"}' });
    expect((await get(gateway, '/metrics')).text).toContain('gateway_provider_state{state="down"} 1');
  });
});
