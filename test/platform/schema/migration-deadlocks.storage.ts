import { Migration } from '@mikro-orm/migrations';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { migrate, pendingMigrations } from '../../../src/platform/schema/migrate.ts';
import type { OpenedDatabase } from '../../../src/platform/database/opened-database.ts';
import { openDatabase } from '../../../src/platform/open-database.ts';
import { entities } from '../../../src/capabilities.ts';
import { serverUrl, TestDatabases } from '../../support/test-database.ts';

/** More deadlocks than a transaction is tried again after. */
const DEADLOCKS = 5;

/** A migration that loses deadlocks. A sequence counts them, which no rollback takes back. */
class UnluckyMigration extends Migration {
  override up(): void {
    this.addSql(`do $$ begin
      if nextval('deadlocks') <= ${DEADLOCKS} then raise exception 'test' using errcode = 'deadlock_detected'; end if;
    end $$`);
    this.addSql('create table lucky (id int primary key)');
  }

  override down(): void {
    this.addSql('drop table lucky');
  }
}

(serverUrl === undefined ? describe.skip : describe)('migrations on PostgreSQL', () => {
  const databases = new TestDatabases();
  let opened: OpenedDatabase;

  beforeAll(async () => {
    const url = await databases.create();
    const migrations = [{ name: 'Migration99990101000000_unlucky', class: UnluckyMigration }];
    opened = await openDatabase({ url, dataDirectory: 'memory://', poolSize: 2, entities, migrations });
    await sql('create sequence deadlocks');
  });
  afterAll(async () => {
    await opened.close();
    await databases.drop();
  });

  const sql = (text: string) => opened.entityManager.getConnection().execute<object[]>(text);

  test('succeed although processes of the release before win one deadlock after another', async () => {
    await migrate(opened, () => Promise.resolve());
    expect(await pendingMigrations(opened)).toEqual([]);
    expect(await sql('select last_value::int as tries from deadlocks')).toEqual([{ tries: DEADLOCKS + 1 }]);
    expect(await sql('select * from lucky')).toEqual([]);
  });
});
