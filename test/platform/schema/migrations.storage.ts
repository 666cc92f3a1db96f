import { Migration } from '@mikro-orm/migrations';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { keepMessageMonths } from '../../../src/webhooks/deliveries/message-retention.ts';
import { migrate, pendingMigrations, SchemaIsNewer } from '../../../src/platform/schema/migrate.ts';
import { migrations } from '../../../src/capabilities.ts';
import { systemClock } from '../../../src/platform/system.ts';
import { OwnDatabase } from '../../support/opened-database.ts';

const NEWEST = 'Migration99990101000000_newest';

let isBroken = false;

/** A migration that can fail half-way. */
class NewestMigration extends Migration {
  override up(): void {
    this.addSql('create table newest (id int primary key)');
    if (isBroken) this.addSql('select * from nowhere');
  }

  override down(): void {
    this.addSql('drop table newest');
  }
}

const known = migrations.map(({ name }) => name);

async function tables({ sql }: Pick<OwnDatabase, 'sql'>): Promise<string[]> {
  const rows = await sql<{ name: string }>(
    `select table_name as "name" from information_schema.tables
     where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`,
  );
  return rows.map(({ name }) => name).filter((name) => name !== 'mikro_orm_migrations');
}

type Rows = ReadonlyMap<string, readonly Readonly<Record<string, unknown>>[]>;

/** Every row of every table. */
async function everything(own: OwnDatabase): Promise<Rows> {
  const rows = new Map<string, Readonly<Record<string, unknown>>[]>();
  for (const table of await tables({ sql: own.sql.bind(own) })) {
    const found = await own.sql<{ row: string }>(
      `select to_json("${table}")::text as "row" from "${table}" order by ctid`,
    );
    rows.set(
      table,
      found.map(({ row }) => JSON.parse(row)),
    );
  }
  return rows;
}

/** Returns only those tables and columns of rows that others have, with the rows sorted. */
function asIn(others: Rows, rows: Rows): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...others].map(([table, [first]]) => {
      const columns = Object.keys(first ?? {});
      const left = rows.get(table)?.map((row) => JSON.stringify(columns.map((column) => row[column]))) ?? [];
      return [table, left.toSorted()];
    }),
  );
}

/** Returns how to change what the migrations created into what the entities describe; empty if they are the same. */
async function differenceOf({ schema }: OwnDatabase['opened']['orm']): Promise<string> {
  const statements = await schema.getUpdateSchemaSQL();
  return statements === '' ? '' : `Entities and migrations differ. As the entities describe it:\n${statements}`;
}

test('the newest migration keeps the data when it is rolled back and applied again', async () => {
  const own = await OwnDatabase.open();
  try {
    const { orm } = own.opened;
    const before = await everything(own);
    expect(before.get('webhook_message')?.length).toBeGreaterThan(100);
    await orm.migrator.down({ migrations: known.slice(-1) });
    const back = await everything(own);
    expect(asIn(back, back)).toEqual(asIn(back, before));
    await orm.migrator.up();
    expect(asIn(back, await everything(own))).toEqual(asIn(back, before));
    expect(await differenceOf(orm)).toBe('');
  } finally {
    await own.close();
  }
});

/** Removes what PostgreSQL adds to a definition: schema, method, casts and parentheses, and the long form of `in`. */
function plain(definition: string): string {
  return definition
    .toLowerCase()
    .replaceAll(/public\.| using btree|::\w+|\bonly |[()"]/g, '')
    .replaceAll(/= any array\[(.*?)\]/g, 'in $1')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

describe('the migrations', () => {
  let own: OwnDatabase;
  const sql: OwnDatabase['sql'] = (text, values) => own.sql(text, values);

  beforeAll(async () => {
    own = await OwnDatabase.open({ isEmpty: true, also: [{ name: NEWEST, class: NewestMigration }] });
  });
  afterAll(() => own.close());

  test('go up, down to nothing, and up again', async () => {
    const { orm } = own.opened;
    expect(await pendingMigrations(own.opened)).toEqual([...known, NEWEST]);
    await orm.migrator.up({ migrations: known });
    const all = await tables({ sql });
    expect(all).toContain('pocket');
    await orm.migrator.down({ to: 0 });
    expect(await tables({ sql })).toEqual([]);
    await orm.migrator.up({ migrations: known });
    expect(await tables({ sql })).toEqual(all);
  });

  test('create exactly the schema that the entities describe, before there are months and with them', async () => {
    const { orm } = own.opened;
    await orm.migrator.up({ migrations: known });
    expect(await differenceOf(orm)).toBe('');
    await keepMessageMonths(own.database, systemClock.now());
    expect(await tables({ sql })).toContainEqual(expect.stringMatching(/^webhook_message_\d{4}_\d{2}$/));
    expect(await differenceOf(orm)).toBe('');
  });

  test('create the indexes that entities write out, which the comparison of schemas checks only by name', async () => {
    const { entityManager } = own.opened;
    const wanted = [...entityManager.getMetadata().getAll().values()]
      .flatMap(({ indexes }) => indexes)
      .flatMap(({ expression }) => (typeof expression === 'string' ? [plain(expression)] : []));
    expect(wanted.length).toBeGreaterThan(3);
    const made = await sql<{ text: string }>('select indexdef as text from pg_indexes');
    expect(made.map(({ text }) => plain(text))).toEqual(expect.arrayContaining(wanted));
  });

  test('leave nothing behind when one fails half-way, and can run again', async () => {
    const { orm } = own.opened;
    await orm.migrator.down({ to: 0 });
    isBroken = true;
    let isFollowed = false;
    const followUp = () => {
      isFollowed = true;
      return Promise.resolve();
    };
    await expect(migrate(own.opened, followUp)).rejects.toThrow('nowhere');
    expect(await tables({ sql })).toEqual([]);
    expect(isFollowed).toBe(false);
    expect(await pendingMigrations(own.opened)).toEqual([...known, NEWEST]);
    isBroken = false;
    await migrate(own.opened, followUp);
    expect(await tables({ sql })).toContain('newest');
    expect(isFollowed).toBe(true);
    expect(await pendingMigrations(own.opened)).toEqual([]);
  });

  test('refuse a schema that is ahead of them, naming the migrations that they do not know', async () => {
    await migrate(own.opened, () => Promise.resolve());
    const unknown = 'Migration99991231235959_of_the_future';
    await sql('insert into mikro_orm_migrations (name, executed_at) values (?, now())', [unknown]);
    const refused = migrate(own.opened, () => Promise.reject(new Error('It went on.')));
    await expect(refused).rejects.toThrow(SchemaIsNewer);
    await expect(refused).rejects.toThrow(unknown);
    expect(await tables({ sql })).toContain('newest');
  });
});
