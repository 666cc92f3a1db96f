import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { systemClock, systemRandom } from '../../../src/platform/system.ts';
import { numberEvents } from '../../../src/events/log/relay-events.ts';
import { SecretBox } from '../../../src/platform/secrets/secret-box.ts';
import { chainEvents } from '../../../src/extensions/checkpoints/chain-events.ts';
import { PartnerKeys } from '../../../src/webhooks/signing/partner-keys.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { forgetThePast, numberFromOne } from '../../support/world.ts';

let own: OwnDatabase;

beforeAll(async () => {
  own = await OwnDatabase.open();
  await forgetThePast(own.opened);
  await numberFromOne(own.opened);
  await own.sql('delete from signing_key');
});
afterAll(() => own.close());

/** Records events of the partners, and numbers them: of every tenth event it is BETA_PAY. */
async function record(count: number): Promise<void> {
  await own.sql(
    `insert into outbox (event_id, partner_id, name, context, entity_id, subject_id, idempotency_key, correlation_id,
       occurred_at, body)
     select gen_random_uuid(), case when nth % 10 = 0 then 'BETA_PAY' else 'ACME_PAY' end, 'PIX_CASH_IN_WAS_CLEARED',
       'PIX', 'E', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now(), '{"nth":' || nth || '}'
     from generate_series(1, ?::int) as nth`,
    [count],
  );
  while ((await own.database.transaction((sql) => numberEvents(sql))).hasMore);
}

function chaining() {
  const secrets = new SecretBox(['a passphrase of the tests']);
  const partnerKeys = new PartnerKeys({ secrets, random: systemRandom, clock: systemClock });
  return { database: own.database, clock: systemClock, random: systemRandom, partnerKeys };
}

/** Lets a minute pass for the open checkpoints. */
async function age(): Promise<void> {
  await own.sql(`update event_chain set opened_at = opened_at - interval '60 seconds'`);
}

/** Runs several workers concurrently until all events are chained. */
async function chainAll(): Promise<void> {
  const needs = chaining();
  const isChained = async () => {
    const [row] = await own.sql<{ isAt: boolean }>(
      'select (select position from event_head) = (select position from event_chain_head) as "isAt"',
    );
    return row?.isAt === true;
  };
  do await Promise.all([chainEvents(needs), chainEvents(needs), chainEvents(needs)]);
  while (!(await isChained()));
}

test('a checkpoint closes at 1,000 events or after a minute, each event is in one, and workers take turns', async () => {
  await record(2_500);
  await chainAll();
  const closed = await own.sql(
    `select partner_id as "partnerId", from_sequence as "from", to_sequence as "to" from event_checkpoint
     order by partner_id, to_position`,
  );
  expect(closed).toEqual([
    { partnerId: 'ACME_PAY', from: '1.1', to: '1.1000' },
    { partnerId: 'ACME_PAY', from: '1.1001', to: '1.2000' },
  ]);
  const chains = await own.sql(
    `select partner_id as "partnerId", from_sequence as "from", to_sequence as "to", events from event_chain
     order by partner_id`,
  );
  expect(chains).toEqual([
    { partnerId: 'ACME_PAY', from: '1.2001', to: '1.2250', events: 250 },
    { partnerId: 'BETA_PAY', from: '1.1', to: '1.250', events: 250 },
  ]);
  await own.sql(`update event_chain set opened_at = opened_at - interval '60 seconds' where partner_id = 'BETA_PAY'`);
  await chainAll();
  const [last] = await own.sql(
    `select partner_id as "partnerId", from_sequence as "from", to_sequence as "to" from event_checkpoint
     where to_position = 250`,
  );
  expect(last).toEqual({ partnerId: 'BETA_PAY', from: '1.1', to: '1.250' });
});

test('a partner whose key cannot be opened delays no other, and gets one checkpoint for all once it can be', async () => {
  await age();
  await chainAll();
  const [{ key } = { key: '' }] = await own.sql<{ key: string }>(
    `with former as (
       select id, sealed_key from signing_key where partner_id = 'BETA_PAY' and signs_from is not null
     )
     update signing_key as key set sealed_key = 'sealed by nobody' from former where key.id = former.id
     returning former.sealed_key as "key"`,
  );
  await record(20);
  await expect(chainEvents(chaining())).resolves.toBe(false);
  await age();
  const refused = chainEvents(chaining());
  await expect(refused).rejects.toThrow('The checkpoints of BETA_PAY cannot be signed.');
  const newest = () =>
    own.sql(
      `select distinct on (partner_id) partner_id as "partnerId", from_sequence as "from", to_sequence as "to"
       from event_checkpoint order by partner_id, to_position desc`,
    );
  const acme = { partnerId: 'ACME_PAY', from: '1.2251', to: '1.2268' };
  expect(await newest()).toEqual([acme, { partnerId: 'BETA_PAY', from: '1.1', to: '1.250' }]);
  // It is tried again after a minute, not immediately.
  await expect(chainEvents(chaining())).resolves.toBe(false);
  await record(20);
  await expect(chainEvents(chaining())).resolves.toBe(false);
  await own.sql(`update signing_key set sealed_key = ? where sealed_key = 'sealed by nobody'`, [key]);
  await age();
  await expect(chainEvents(chaining())).resolves.toBe(false);
  const both = [
    { partnerId: 'ACME_PAY', from: '1.2269', to: '1.2286' },
    { partnerId: 'BETA_PAY', from: '1.251', to: '1.254' },
  ];
  expect(await newest()).toEqual(both);
});
