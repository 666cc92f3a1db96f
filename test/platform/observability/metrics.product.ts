import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { eventually, Gateway } from '../../support/gateway.ts';
import { socketOf } from '../../support/live-events.ts';
import { createPocket, expectSuccess, pocketInput, pocketUser } from '../../support/pockets.ts';
import { TestSocket } from '../../support/socket.ts';

const lines: Record<string, unknown>[] = [];
let gateway: Gateway;

beforeAll(async () => {
  const write = (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>);
  gateway = await Gateway.start({ logger: pino({ level: 'info' }, { write }) });
});
afterAll(() => gateway.stop());

async function scrape(): Promise<string> {
  const response = await fetch(`${gateway.app.adminUrl}/metrics`);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  return response.text();
}

/** Returns the value of a series; undefined while it does not exist. */
async function reading(series: string): Promise<number | undefined> {
  const line = (await scrape()).split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
}

describe('/metrics', () => {
  test('counts operations by type, transport and code', async () => {
    await gateway.ask({ query: '{ viewer { partner } }' });
    await gateway.ask({ query: '{ viewer { partner } }', client: null });
    await gateway.ask({ query: '{ nothing }' });
    const socket = await socketOf(gateway);
    await socket.run('{ viewer { partner } }');
    expect(await reading('gateway_sockets{state="open"}')).toBe(1);
    TestSocket.endAll();
    const text = await scrape();
    expect(text).toContain('gateway_operations_total{type="query",transport="http",code="OK"} 1');
    expect(text).toContain('gateway_operations_total{type="query",transport="socket",code="OK"} 1');
    expect(text).toContain('gateway_operations_total{type="query",transport="http",code="UNAUTHENTICATED"} 1');
    expect(text).toContain(
      'gateway_operations_total{type="invalid",transport="http",code="GRAPHQL_VALIDATION_FAILED"} 1',
    );
    expect(text).toContain('gateway_operation_duration_seconds_count{type="query",transport="http"} 2');
  });

  test('counts refused credentials by reason, wherever they arrive, and logs each reason once without them', async () => {
    const series = (reason: string) => `gateway_refused_credentials_total{reason="${reason}"}`;
    const [malformed, signature, secret] = ['malformed', 'signature', 'client_secret'].map(series);
    expect(await Promise.all([malformed, signature, secret].map((one = '') => reading(one)))).toEqual([0, 0, 0]);
    const forged = `${(await gateway.token('acme-pay')).replace(/\.[^.]+$/, '')}.${'A'.repeat(86)}`;
    await gateway.ask({ query: '{ viewer { partner } }', token: forged });
    for (const authorization of [`Bearer ${forged}`, 'Basic canary']) {
      const socket = await TestSocket.connect({ url: gateway.app.url });
      socket.send({ type: 'connection_init', payload: { authorization } });
      expect(await socket.closed).toMatchObject({ code: 4403 });
    }
    const form = { grant_type: 'client_credentials', client_id: 'acme-pay', client_secret: 'canary' };
    await fetch(`${gateway.app.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
    expect(await Promise.all([malformed, signature, secret].map((one = '') => reading(one)))).toEqual([1, 2, 1]);
    const logged = lines.filter(({ msg }) => String(msg).startsWith('credentials were refused'));
    expect(logged.map(({ reason }) => reason)).toEqual(['signature', 'malformed', 'client_secret']);
    expect(JSON.stringify(lines)).not.toMatch(/canary|eyJ/);
  });

  test('counts the results of mutations by type', async () => {
    await expectSuccess(createPocket(gateway, pocketInput()));
    await createPocket(gateway, pocketInput({ accountNumber: '100002' }));
    const series = (result: string) => `gateway_mutation_results_total{mutation="createPocket",result="${result}"}`;
    expect(await reading(series('CreatePocketSuccess'))).toBe(1);
    expect(await reading(series('InvalidAccountStatusError'))).toBe(1);
  });

  test('shows what all processes share', async () => {
    await eventually(async () => (await reading('gateway_relay_backlog{state="events"}')) === 0);
    const text = await scrape();
    for (const series of [
      'gateway_relay_backlog{state="oldest_seconds"}',
      'gateway_capture_backlog{state="events"}',
      'gateway_capture_backlog{state="partners"}',
      'gateway_deliveries{state="waiting"}',
      'gateway_deliveries{state="under_way"}',
      'gateway_deliveries{state="without_configuration"}',
      'gateway_audit_backlog{state="entries"}',
      'gateway_audit_backlog{state="oldest_seconds"}',
      'gateway_webhook_messages{state="success"}',
      'gateway_breakers{state="open"}',
      'gateway_registrations{state="late"}',
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_seconds',
    ])
      expect(text).toContain(series);
  });

  test('names no partner and no person', async () => {
    expect(await scrape()).not.toMatch(/acme|beta|gama|maria/i);
  });
});

describe('the log', () => {
  test('has one line for an operation, without its values', async () => {
    const user = pocketUser({ name: 'Joana Canary' });
    const correlationId = '8f14e45f-ceea-467f-a1b2-6c1d2e3f4a5b';
    lines.length = 0;
    await gateway.ask({
      query: 'mutation Open($input: CreatePocketInput!) { createPocket(input: $input) { __typename } }',
      variables: { input: pocketInput({ user }) },
      headers: { 'x-correlation-id': correlationId },
    });
    const own = lines.filter((line) => line['correlationId'] === correlationId);
    expect(own).toHaveLength(1);
    expect(own[0]).toMatchObject({
      msg: 'operation',
      type: 'mutation',
      name: 'Open',
      rootFields: ['createPocket'],
      transport: 'http',
      partnerId: 'ACME_PAY',
      cost: 11,
    });
    expect(own[0]?.['ms']).toBeGreaterThan(0);
    expect(JSON.stringify(lines)).not.toContain('Canary');
  });
});

describe('the files for operators', () => {
  test.each(['prometheus-alerts.yaml', 'grafana-dashboard.json'])('%s uses only series that exist', async (file) => {
    const used = readFileSync(join('deploy', file), 'utf8').match(/\b(gateway|nodejs|process)_[a-z0-9_]+/g) ?? [];
    const text = await scrape();
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter((series) => !new RegExp(`^(# TYPE )?${series}[{ ]`, 'm').test(text))).toEqual([]);
  });
});
