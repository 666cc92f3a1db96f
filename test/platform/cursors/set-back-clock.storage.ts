import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openSecretBox } from '../../../src/composition/services.ts';
import { readStorageConfig } from '../../../src/config/storage.ts';
import { CursorKeys } from '../../../src/platform/cursors/cursor-keys.ts';
import { rotateCursorKey } from '../../../src/platform/cursors/rotate-cursor-key.ts';
import { OwnDatabase } from '../../support/opened-database.ts';

let own: OwnDatabase;

beforeAll(async () => {
  own = await OwnDatabase.open();
});
afterAll(() => own.close());

test.each([false, true])(
  'a process that starts after the clock was set back a year seals with the first key (compromised: %p)',
  async (isCompromised) => {
    const secrets = await openSecretBox(readStorageConfig({}), own.opened);
    await rotateCursorKey(own.database, secrets, isCompromised);
    await own.sql(`update cursor_key set seals_from = seals_from + interval '1 year'`);
    const [first] = await own.sql<{ id: number }>(
      'select id::int as "id" from cursor_key where sealed_key is not null order by seals_from limit 1',
    );
    const keys = new CursorKeys(own.database, secrets, '');
    await keys.look();
    expect(keys.sealing.id).toBe(first?.id);
    expect(keys.keyOf(keys.sealing.id)).toBe(keys.sealing);
  },
);
