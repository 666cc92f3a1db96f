import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { migrations } from '../../../src/capabilities.ts';
import { rollBack } from '../../../src/platform/schema/migrate.ts';
import { OwnDatabase } from '../../support/opened-database.ts';

const HEADS = 'Migration20261129090000_message_predecessors';

let own: OwnDatabase;

beforeAll(async () => {
  own = await OwnDatabase.open();
});
afterAll(() => own.close());

test('the next message to a configuration of an earlier release names the previous message, not none', async () => {
  const heads = () =>
    own.sql<{ sequence: string }>(
      'select configuration_id::text, partner_id, sequence from webhook_configuration_head order by 1',
    );
  // Those of the sandbox world: of sent messages, and of some that are held.
  const wanted = await heads();
  expect(wanted.length).toBeGreaterThan(1);
  await rollBack(own.opened, migrations.map(({ name }) => name).findLast((name) => name < HEADS) ?? '');
  await own.opened.orm.migrator.up();
  expect(await heads()).toEqual(wanted);
});
