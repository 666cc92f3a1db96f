import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { entities, migrations } from '../../../src/capabilities.ts';
import type { OpenedDatabase } from '../../../src/platform/database/opened-database.ts';
import { openDatabase } from '../../../src/platform/open-database.ts';
import { Database } from '../../../src/platform/database/database.ts';
import { ownStatement } from '../../support/own-statement.ts';
import { migrate } from '../../../src/platform/schema/migrate.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { onServer, serverUrl } from '../../support/test-database.ts';
import { makeWorld } from '../../support/world.ts';

const onPostgreSql = serverUrl === undefined ? describe.skip : describe;

/** What an operator may have set for other programs; initdb takes the order of days and months from the locale. */
const DEFAULTS = {
  default_transaction_isolation: `'repeatable read'`,
  datestyle: `'SQL, DMY'`,
  intervalstyle: 'sql_standard',
  timezone: `'America/Sao_Paulo'`,
  standard_conforming_strings: 'off',
  bytea_output: 'escape',
  array_nulls: 'off',
  transform_null_equals: 'on',
  extra_float_digits: '-15',
  quote_all_identifiers: 'on',
  client_encoding: 'latin1',
  row_security: 'off',
  idle_session_timeout: '300',
};

const COUNT = ownStatement<{ count: number }>('test_count_rows', 'select count(*)::int as "count" from seen');
const INSTANT = ownStatement<{ at: string }>(
  'test_instant',
  `select '2026-11-20T12:00:00.1Z'::timestamptz(3)::text as "at"`,
);

interface Setting {
  readonly name: string;
  readonly setting: string;
}

onPostgreSql('a database with other defaults', () => {
  let own: OwnDatabase;
  let opened: OpenedDatabase;
  let database: Database;

  beforeAll(async () => {
    own = await OwnDatabase.open({ isEmpty: true });
    await own.sql('create table seen (name text)');
    const url = own.url ?? '';
    const name = new URL(url).pathname.slice(1);
    for (const [setting, value] of Object.entries(DEFAULTS))
      await onServer(url, `alter database ${name} set ${setting} = ${value}`);
    opened = await openDatabase({ url, dataDirectory: 'memory://', poolSize: 2, entities, migrations });
    database = new Database(opened.sessions);
  });
  afterAll(async () => {
    await opened.close();
    await own.close();
  });

  test('gives each statement of a transaction a fresh snapshot', async () => {
    const counts = await database.transaction(async (transaction) => {
      const [before] = await transaction.run(COUNT, []);
      await own.sql(`insert into seen values ('meanwhile')`);
      const [after] = await transaction.run(COUNT, []);
      return [before?.count, after?.count];
    });
    expect(counts).toEqual([0, 1]);
  });

  test('is migrated and filled', async () => {
    await migrate(opened, () => makeWorld(opened));
    const accounts = 'select count(*)::int as "count" from payment_account';
    expect(await opened.entityManager.getConnection().execute(accounts)).not.toEqual([{ count: 0 }]);
  });

  test('has none of them in a session', async () => {
    const query = `select name, setting from pg_settings where lower(name) = any(string_to_array(?, ' '))`;
    const connection = opened.entityManager.getConnection();
    const rows = await connection.execute<Setting[]>(query, [Object.keys(DEFAULTS).join(' ')]);
    expect(rows).toHaveLength(Object.keys(DEFAULTS).length);
    const defaults: Readonly<Record<string, string>> = DEFAULTS;
    expect(rows.filter(({ name, setting }) => defaults[name.toLowerCase()]?.replaceAll("'", '') === setting)).toEqual(
      [],
    );
  });

  test('writes instants as they are read here', async () => {
    await expect(database.run(INSTANT, [])).resolves.toEqual([{ at: '2026-11-20 12:00:00.1+00' }]);
  });
});
