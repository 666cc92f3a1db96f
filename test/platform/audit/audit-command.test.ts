import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { GatewayProcess, TemporaryFolders } from '../../support/gateway-process.ts';
import { copyOfWorld } from '../../support/opened-database.ts';
import { buildServer, TestProcess } from '../../support/process.ts';

const folders = new TemporaryFolders();
let folder: string;
let whileRunning: { code: number | null; errors: string };

beforeAll(async () => {
  await buildServer();
  folder = copyOfWorld(folders);
  const gateway = await GatewayProcess.start({ DATA_DIR: folder });
  await gateway.createPocket(randomUUID(), '200001');
  await gateway.createPocket(randomUUID(), '200002');
  await gateway.ask(
    'mutation { deleteWebhookConfiguration(id: "00000000-0000-4000-8000-000000000000") { __typename } }',
  );
  whileRunning = await audit('--partner', 'ACME_PAY');
  await gateway.process.end('SIGTERM');
});
afterAll(async () => {
  await TestProcess.endAll();
  folders.remove();
});

async function audit(...args: string[]) {
  const command = new TestProcess(['dist/src/composition/audit-command.js', ...args], { DATA_DIR: folder });
  const { code } = await command.ended;
  return { code, output: command.output, errors: command.errors };
}

describe('npm run audit', () => {
  test('leaves the folder of a running server alone, and names its process', () => {
    expect(whileRunning.code).toBe(1);
    expect(whileRunning.errors).toMatch(/process \d+/);
  });

  test('lists the mutations of a partner, newest first', async () => {
    const { code, output } = await audit('--partner', 'ACME_PAY');
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

  test('as JSON, a line each, of what is looked for', async () => {
    const { output } = await audit('--partner', 'ACME_PAY', '--mutation', 'createPocket', '--limit', '1', '--json');
    expect(JSON.parse(output)).toMatchObject({ mutation: 'createPocket', result: 'CreatePocketSuccess' });
    const future = await audit('--partner', 'ACME_PAY', '--since', '2999-01-01');
    expect(future.output).toBe('There are no such entries.\n');
    expect((await audit('--partner', 'BETA_PAY')).output).toBe('There are no such entries.\n');
  });

  test.each([
    [[], /^npm run audit -- --partner/],
    [['--partner', 'ACME_PAY', '--who', 'me'], /^npm run audit -- --partner/],
    [['--partner', 'ACME_PAY', '--since', 'yesterday'], /^--since is "yesterday"/],
    [['--partner', 'ACME_PAY', '--limit', '0'], /^--limit is "0"/],
    [['--partner', 'ACME_PAY', '--correlation-id', '7'], /^--correlation-id/],
  ])('says what is wrong with %j', async (args, message) => {
    const { code, errors } = await audit(...args);
    expect(code).toBe(1);
    expect(errors).toMatch(message);
  });
});
