import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { audit } from '../../src/operator/audit-command.ts';
import { endOf, type CommandEnd } from '../../src/operator/command.ts';
import { GatewayProcess } from '../support/gateway-process.ts';
import { OwnWorld } from '../support/own-world.ts';
import { buildServer, TestProcess } from '../support/process.ts';
import { serverUrl } from '../support/test-database.ts';

/** PostgreSQL can be read while a server runs. */
const onPglite = serverUrl === undefined ? describe : describe.skip;

let world: OwnWorld;
let whileRunning: CommandEnd;

beforeAll(async () => {
  [world] = await Promise.all([OwnWorld.make(), buildServer()]);
  const gateway = await GatewayProcess.start(world.environment);
  await gateway.createPocket(randomUUID(), '200001');
  await gateway.createPocket(randomUUID(), '200002');
  await gateway.ask(
    'mutation { deleteWebhookConfiguration(input: { configurationId: "00000000-0000-4000-8000-000000000000" }) { __typename } }',
  );
  whileRunning = await entries('--partner', 'ACME_PAY');
  await gateway.process.end('SIGTERM');
});
afterAll(async () => {
  await TestProcess.endAll();
  await world.remove();
});

function entries(...args: string[]) {
  return endOf(audit, { args, environment: world.environment });
}

onPglite('npm run audit beside a running server', () => {
  test('does not touch its folder, and names its process', () => {
    expect(whileRunning.code).toBe(1);
    expect(whileRunning.errors).toMatch(/process \d+/);
  });
});

describe('npm run audit', () => {
  test('lists the mutations of a partner, newest first', async () => {
    const { code, output } = await entries('--partner', 'ACME_PAY');
    expect(code).toBe(0);
    expect(
      output
        .trim()
        .split('\n')
        .map((line) => line.split(/ {2,}/).slice(1, 4)),
    ).toEqual([
      ['client', 'mutation', 'result'],
      ['acme-pay', 'deleteWebhookConfiguration', 'WebhookConfigurationNotFoundError'],
      ['acme-pay', 'createPocket', 'CreatePocketSuccess'],
      ['acme-pay', 'createPocket', 'CreatePocketSuccess'],
    ]);
  });

  test('prints matching entries as JSON, one per line', async () => {
    const { output } = await entries('--partner', 'ACME_PAY', '--mutation', 'createPocket', '--limit', '1', '--json');
    expect(JSON.parse(output)).toMatchObject({ mutation: 'createPocket', result: 'CreatePocketSuccess' });
    const future = await entries('--partner', 'ACME_PAY', '--since', '2999-01-01');
    expect(future.output).toBe('No entries match.\n');
    expect((await entries('--partner', 'BETA_PAY')).output).toBe('No entries match.\n');
  });

  test.each([
    '2999-01-01',
    '2999-01-01T12:00',
    '2999-01-01 12:00:30',
    '2999-01-01t12:00:30.5z',
    '2999-01-01T12:00-03:00',
    '2999-01-01T12:00:30.123456+03:00',
  ])('accepts the instant %s', async (instant) => {
    expect((await entries('--partner', 'ACME_PAY', '--since', instant)).output).toBe('No entries match.\n');
    expect((await entries('--partner', 'ACME_PAY', '--until', instant)).output).toContain('CreatePocketSuccess');
  });

  test('accepts "" for what belongs to no partner', async () => {
    expect(await entries('--partner', '')).toEqual({ code: 0, output: 'No entries match.\n', errors: '' });
    expect(await entries('--verify', '--partner', '')).toMatchObject({ code: 0, errors: '' });
  });

  test.each([
    [['--partner', 'ACME_PAY', '--since', 'yesterday'], /^--since is "yesterday"/],
    [['--partner', 'ACME_PAY', '--since', '01/11/2026'], /^--since is "01\/11\/2026": write a day or an instant/],
    [['--partner', 'ACME_PAY', '--until', '2026-02-31'], /^--until is "2026-02-31"/],
    [['--partner', 'ACME_PAY', '--until', '2026-02-31T12:00'], /^--until is "2026-02-31T12:00"/],
    [['--partner', 'ACME_PAY', '--since', 'x1'], /^--since is "x1"/],
    [['--partner', 'ACME_PAY', '--since', '2026-11-01T12'], /^--since is "2026-11-01T12"/],
    [['--partner', 'ACME_PAY', '--since', ''], /^--since is ""/],
    [['--partner', 'ACME_PAY', '--limit', '0'], /^--limit is "0"/],
    [['--partner', 'ACME_PAY', '--correlation-id', '7'], /^--correlation-id/],
    [['--partner', 'NOPE'], /^There is no partner "NOPE"\. Partners: ACME_PAY, BETA_PAY.*\.\n$/],
    [
      ['--partner', 'NOPE', '--since', '2026-01-01', '--json'],
      /^There is no partner "NOPE"\. Partners: ACME_PAY, BETA_PAY.*\.\n$/,
    ],
    [['--verify', '--partner', 'NOPE'], /^There is no partner "NOPE"\. Partners: ACME_PAY, BETA_PAY.*\.\n$/],
    [['--heads', '--partner', 'NOPE'], /^There is no partner "NOPE"\. Partners: ACME_PAY, BETA_PAY.*\.\n$/],
  ])('says what is wrong with %j', async (args, message) => {
    const { code, errors } = await entries(...args);
    expect(code).toBe(1);
    expect(errors).toMatch(message);
  });
});
