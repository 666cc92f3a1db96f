import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { insertCopy } from '../../support/insert-copy.ts';
import { OwnDatabase } from '../../support/opened-database.ts';

const [UNIQUE, CHECK, FOREIGN_KEY] = ['23505', '23514', '23503'];
const id = 'gen_random_uuid()';

let own: OwnDatabase;

beforeAll(async () => {
  own = await OwnDatabase.open();
  await own.sql(`insert into event_chain values ('BETA_PAY', 'h', 'h', null, '1.1', 1, 0, null)`);
  await own.sql(
    `insert into event_consumer (id, partner_id, name, filter, lease_seconds, position, epoch)
     values (gen_random_uuid(), 'BETA_PAY', 'one', '{}', 60, 0, 1)`,
  );
  await own.sql('delete from signing_key');
  await own.sql(`insert into signing_key values (gen_random_uuid(), 'BETA_PAY', gen_random_uuid(), 'k', 's', null)`);
  await own.sql(`insert into event_checkpoint
    values (gen_random_uuid(), 'BETA_PAY', 1, '1.1', '1.1', 'h', 'c', 's', 'k', now())`);
});
afterAll(() => own.close());

test.each<[string, Readonly<Record<string, string>>]>([
  ['event_chain', { partner_id: `'NOVA_PAY'`, events: '1', from_sequence: `'1.1'`, opened_at: 'now()' }],
  ['event_checkpoint', { id, to_position: '2' }],
  ['event_consumer', { id, name: `'other'`, worker: `'w'`, leased_until: 'now()' }],
  ['event_epoch', { epoch: '2' }],
  ['signing_key', { id, signs_from: 'now()' }],
  ['webhook_configuration_event', { event_name: `'OTHER'` }],
  ['webhook_configuration', { id, uri: `'https://c.example/'`, signs_v1: 'false', signs_v1a: 'true' }],
])('a %s with %j is accepted', async (table, changes) => {
  await expect(insertCopy(own, table, changes)).resolves.not.toThrow();
});

test.each<[string, Readonly<Record<string, string>>, string]>([
  ['event_chain', {}, UNIQUE],
  ['event_chain', { partner_id: `'SURF_PAY'`, events: '1' }, CHECK],
  ['event_chain_head', {}, UNIQUE],
  ['event_epoch', {}, UNIQUE],
  ['event_epoch', { epoch: '0' }, CHECK],
  ['event_epoch', { epoch: '3', opened_after: '-1' }, CHECK],
  ['event_chain_head', { id: '2' }, CHECK],
  ['event_checkpoint', { id }, UNIQUE],
  ['event_consumer', { id }, UNIQUE],
  ['event_consumer', { id, name: `'leased-to-nobody'`, leased_until: 'now()' }, CHECK],
  ['event_consumer', { id, name: `'before-all'`, position: '-1' }, CHECK],
  ['event_consumer', { id, name: `'in-no-epoch'`, epoch: '0' }, CHECK],
  ['signing_key', { id, signs_from: 'null' }, UNIQUE],
  ['webhook_configuration', { id, uri: `'https://d.example/'`, signs_v1: 'false', signs_v1a: 'false' }, CHECK],
  ['webhook_configuration_event', { uri: `'https://d.example/'` }, UNIQUE],
  [
    'webhook_configuration_event',
    { configuration_id: `(select max(id::text)::uuid from webhook_configuration)` },
    UNIQUE,
  ],
  ['webhook_configuration_event', { configuration_id: id, uri: `'https://d.example/'` }, FOREIGN_KEY],
])('a %s with %j is refused by %s', async (table, changes, state) => {
  await expect(insertCopy(own, table, changes)).rejects.toMatchObject({ code: state });
});
