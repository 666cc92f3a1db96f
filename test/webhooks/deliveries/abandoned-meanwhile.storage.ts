import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { systemRandom } from '../../../src/platform/system.ts';
import { DomainError } from '../../../src/kernel/domain-error.ts';
import { SecretBox } from '../../../src/platform/secrets/secret-box.ts';
import { createWebhookConfiguration } from '../../../src/webhooks/configurations/create-webhook-configuration.ts';
import { abandonDeliveries } from '../../../src/webhooks/deliveries/abandon-deliveries.ts';
import { settleAndClaim } from '../../../src/webhooks/deliveries/settle-and-claim.ts';
import { PartnerKeys } from '../../../src/webhooks/signing/partner-keys.ts';
import { idAt } from '../../support/archive.ts';
import { eventually } from '../../support/gateway.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { serverUrl } from '../../support/test-database.ts';
import { TestClock } from '../../support/test-clock.ts';

const LEASE_SECONDS = 15;
/** The advisory lock for which reads of configurations wait in this test. */
const HALT = 4_711;

const clock = new TestClock();
/** Without it, no two statements run at a time. */
const onPostgreSql = serverUrl === undefined ? describe.skip : describe;

let own: OwnDatabase;

beforeAll(async () => {
  own = await OwnDatabase.open();
});
afterAll(() => own.close());

/** Creates a configuration with one queued message; returns its id. */
async function configure(): Promise<string> {
  const [secrets, random] = [new SecretBox(['a passphrase of the tests']), systemRandom];
  const needs = {
    ...{ database: own.database, clock, random, secrets, configurationsMax: 100 },
    partnerKeys: new PartnerKeys({ secrets, random, clock }),
    findTargetProblem: () => Promise.resolve(undefined),
  };
  const made = await createWebhookConfiguration(needs, 'ACME_PAY', {
    ...{ name: 'Receiver', context: 'PIX', eventName: 'PIX_CASH_IN_WAS_CLEARED', publicKey: 'pk', secret: undefined },
    uri: 'https://receiver.example/',
  });
  if (made instanceof DomainError) throw new Error(`The configuration was refused: ${made.code}`);
  const { id } = made.configuration;
  await own.sql(
    `insert into webhook_delivery (configuration_id, event_position, partner_id, message_id, idempotency_key, due_at,
       sends, tries)
     select ?::uuid, position, partner_id, overlay(gen_random_uuid()::text placing ? from 1 for 15)::uuid,
       gen_random_uuid(), captured_at, 0, 0
     from event where name = 'PIX_CASH_IN_WAS_CLEARED' order by position limit 1`,
    [id, idAt(clock.now().toISOString()).slice(0, 15)],
  );
  return id;
}

function round(results: Parameters<typeof settleAndClaim>[1]['results'], free: number) {
  const rules = { random: systemRandom, limits: { failures: 50, restSeconds: 30 }, retryGapsSeconds: [60] };
  const dependencies = { ...rules, database: own.database, clock, leaseSeconds: LEASE_SECONDS };
  return settleAndClaim(dependencies, { results, slots: { free, takenBy: new Map() } });
}

/** Halts statements that read configurations, once they have begun; returns what lets them go on. */
async function haltReaders(): Promise<() => Promise<void>> {
  await own.sql('alter table webhook_configuration rename to real_configuration');
  await own.sql(`create view webhook_configuration as select * from real_configuration
    where pg_advisory_xact_lock_shared(${HALT}) is not null`);
  const holder = new pg.Client(own.url);
  await holder.connect();
  await holder.query(`select pg_advisory_lock(${HALT})`);
  return () => holder.end();
}

const isHalted = () => own.sql(`select from pg_locks where locktype = 'advisory' and objid = ${HALT} and not granted`);

onPostgreSql('a message whose call is settled late while its deleted configuration is forgotten', () => {
  test('has failed in the end', async () => {
    const id = await configure();
    const { deliveries } = await round([], 1);
    clock.advance(LEASE_SECONDS + 1);
    await own.sql('delete from webhook_configuration where id = ?::uuid', [id]);
    const goOn = await haltReaders();
    const call = {
      at: clock.now(),
      elapsedMicroseconds: 1_000,
      httpStatus: 503,
      failure: 'answered 503',
      isFault: true,
    };
    const results = deliveries.map((delivery) => ({ ...call, retryAfter: undefined, delivery }));
    const abandoning = abandonDeliveries(own.database, clock.now());
    await eventually(async () => (await isHalted()).length > 0);
    await round(results, 0);
    await goOn();
    await abandoning;
    const found = await own.sql(
      'select progress, next_attempt_at from webhook_message where configuration_id = ?::uuid',
      [id],
    );
    expect(found).toEqual([{ progress: 'FAILED', next_attempt_at: null }]);
    expect(await own.sql('select from webhook_delivery where configuration_id = ?::uuid', [id])).toEqual([]);
  });
});
