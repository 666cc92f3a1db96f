import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { commandNamed } from '../../support/command-named.ts';
import { capabilities, migrations } from '../../../src/capabilities.ts';
import type { Command } from '../../../src/platform/commands/command.ts';
import { audit } from '../../../src/operator/audit-command.ts';
import { eraseCustomer } from '../../../src/operator/erase-customer-command.ts';
import { lookupBudget } from '../../../src/operator/lookup-budget-command.ts';
import { migrate } from '../../../src/operator/migrate-command.ts';
import { newEpoch } from '../../../src/operator/new-epoch-command.ts';
import { resealSecrets } from '../../../src/operator/reseal-secrets-command.ts';
import { retention as retentionCommand } from '../../../src/operator/retention-command.ts';
import { rollback } from '../../../src/operator/rollback-command.ts';
import { readExamples } from '../../../src/playground/examples/read-examples.ts';
import { Database } from '../../../src/platform/database/database.ts';
import { createConfiguration, updateConfiguration } from '../../support/configurations.ts';
import { DividedGateway } from '../../support/divided-gateway.ts';
import { ExampleRun } from '../../support/examples.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { programs } from '../../support/own-server.ts';
import { ThreeLogins } from '../../support/three-logins.ts';
import { LEFT } from '../../faults/liveness.ts';

const withServer = programs().postgres === undefined ? describe.skip : describe;
const YEAR_MS = 365 * 86_400_000;
/** What PostgreSQL logs when a login lacks a right. */
const REFUSED = /ERROR: {2}(?:permission denied|must be |new row violates row-level).*/g;
/** Configurations that concurrently want the same address. */
const MOVED = 12;
/** A checkpoint is open for a minute. */
const CHECKPOINT_SECONDS = 61;
const examples = await readExamples();
const retention = capabilities.flatMap(({ retention: kept = [] }) => kept);

withServer('the product, served by gateway_api and worked by gateway_worker behind row-level security', () => {
  let logins: ThreeLogins;
  let divided: DividedGateway;
  const count = async (from: string) => Number(await logins.sql('postgres', `select count(*) from ${from}`));

  beforeAll(async () => {
    logins = await ThreeLogins.make();
    await logins.operate(migrate);
    divided = await DividedGateway.start(logins, { ANALYSIS_SECONDS: '0.4', WEBHOOK_RETRY_SECONDS: '0' });
  });
  afterAll(async () => {
    await divided.stop();
    await logins.remove();
  });

  test.each(examples)('ends $path as its name says', async (example) => {
    const { __typename: endsIn } = await new ExampleRun(divided.api, example).ending();
    expect(endsIn).toBe(example.endsIn);
  });

  test('numbers, captures, delivers, reprocesses and seals all events', async () => {
    let left = '';
    await eventually(async () => {
      left = await logins.sql('postgres', `select * from (${LEFT}) as found where count > 0`);
      return left === '';
    });
    expect(await count(`webhook_attempt where at > now() - interval '5 minutes'`)).toBeGreaterThan(0);
    expect(await count('webhook_reprocessing where finished_at is not null')).toBeGreaterThan(0);
    expect(await count('audit_entry')).toBeGreaterThan(examples.length / 2);
  });

  test('closes and signs checkpoints, which partners read, and publishes their keys', async () => {
    divided.api.clock.advance(CHECKPOINT_SECONDS);
    await eventually(async () => (await count('event_checkpoint')) > 0);
    const query = '{ eventCheckpoints(first: 1) { nodes { __typename } } viewer { signingKeysUrl } }';
    const { eventCheckpoints, viewer } = await divided.api.data({ query });
    expect(eventCheckpoints.nodes).toHaveLength(1);
    const { pathname, search } = new URL(viewer.signingKeysUrl);
    const keys: unknown = await (await fetch(divided.api.app.url + pathname + search)).json();
    expect(keys).toMatchObject({ keys: [{ kty: 'OKP' }, { kty: 'OKP' }] });
  });

  test.each(retention)('forgets $name with the worker’s login', async ({ forget }) => {
    const { sessions } = divided.worker.app.database;
    const later = new Date(divided.worker.clock.now().getTime() + YEAR_MS);
    await expect(forget(new Database(sessions), later)).resolves.toEqual(expect.any(Boolean));
  });

  test.each<[string, Command, ...string[]]>([
    ['audit --partner', audit, '--partner', 'ACME_PAY'],
    ['audit --heads', audit, '--heads'],
    ['audit --verify', audit, '--verify'],
    ['lookup-budget', lookupBudget, 'ACME_PAY', '1000/6'],
    ['set-status', commandNamed('set-status'), 'ACME_PAY', 'BLOCKED', '--customer', '10020030169'],
    ['suspend-partner', commandNamed('suspend-partner'), 'GAMA_PAY'],
    ['suspend-partner --resume', commandNamed('suspend-partner'), 'GAMA_PAY', '--resume'],
    ['require-bound-tokens', commandNamed('require-bound-tokens'), 'GAMA_PAY'],
    ['require-bound-tokens --lift', commandNamed('require-bound-tokens'), 'GAMA_PAY', '--lift'],
    ['retention', retentionCommand],
    ['retention --drop-now', retentionCommand, '--drop-now'],
    ['check-ledger', commandNamed('check-ledger')],
    ['reseal-secrets', resealSecrets],
    ['new-epoch', newEpoch],
    ['rollback', rollback],
  ])('is operated with the owner’s login: %s', async (_what, run, ...args) => {
    expect(await logins.operate(run, args)).toMatchObject({ code: 0, errors: '' });
  });

  test('erases a customer with the owner’s login', async () => {
    const withoutAccounts = `select document_number from customer where partner_id = 'ACME_PAY' and document_number not in (
      select document_value from holder) limit 1`;
    const document = await logins.sql('postgres', withoutAccounts);
    const args = ['--partner', 'ACME_PAY', '--document', document, '--yes'];
    const erased = await logins.operate(eraseCustomer, args);
    expect(erased).toMatchObject({ code: 0, errors: '' });
  });

  test('is denied nothing by the database, and none of its loops fails', async () => {
    expect(logins.server.log.match(REFUSED)).toBeNull();
    expect(await divided.failedLoops()).toEqual([]);
    expect(divided.complaints.filter((line) => line.includes('"level":50'))).toEqual([]);
  });

  test('has no address of a partner in its database log with a single login either, even if several want the same one', async () => {
    // With row-level security PostgreSQL itself leaves values out.
    const single = await Gateway.start({ environment: { DATABASE_URL: logins.urlOf('gateway') } });
    const uri = (name: string) => ({ uri: `https://canary.example/${name}` });
    for (const round of ['one', 'two', 'three']) {
      const names = Array.from({ length: MOVED }, (_, nth) => `${nth}-${round}`);
      const made = await Promise.all(names.map((name) => createConfiguration(single, uri(name))));
      const wanted = uri(`wanted-${round}`);
      const moving = made.map(({ configuration: { id } }) =>
        updateConfiguration(single, { configurationId: id, ...wanted }),
      );
      const results = await Promise.all([...moving, createConfiguration(single, wanted)]);
      expect(results.filter(({ code }) => code === undefined)).toHaveLength(1);
    }
    await single.stop();
    expect(logins.server.log).not.toContain('canary.example');
  });

  test('rolls back and migrates its schema with the owner’s login', async () => {
    await divided.stop();
    const [last = '', before = ''] = migrations.map(({ name }) => name).toReversed();
    const back = await logins.operate(rollback, ['--to', before, '--yes']);
    expect([back.code, back.output]).toEqual([0, expect.stringContaining(last)]);
    expect(await logins.operate(migrate)).toMatchObject({ code: 0, errors: '' });
    divided = await DividedGateway.start(logins);
    expect(await divided.api.data({ query: '{ viewer { partner } }' })).toEqual({ viewer: { partner: 'ACME_PAY' } });
  });
});
