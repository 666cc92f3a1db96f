import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { ownStatement } from '../../support/own-statement.ts';
import { OwnDatabase } from '../../support/opened-database.ts';

let own: OwnDatabase;

/** All runs in sequence, so on one connection: each test meets what the previous one left on it. */
beforeAll(async () => {
  own = await OwnDatabase.open({ poolSize: 2 });
});
afterAll(() => own.close());
afterEach(() => own.sql('drop table if exists late'));

const VALUES = ownStatement(
  'test_values',
  `select $1::text as "text", $2::int as "int", $3::float8 as "float", $4::boolean as "boolean", $5::jsonb as "json",
     $6::text[] as "texts", $7::uuid as "uuid", '2026-01-02T03:04:05.678901Z'::timestamptz as "instant",
     '2026-01-02'::date as "day", null::int as "none", 'quoted' as "a ""name"" \\ of its own"`,
);
const UUID = '0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55';
const GIVEN = [`it's "text" \\ ✓`, -7, 0.5, true, '{"a": [1, null]}', ['x,y', '"', ''], UUID];

const LATE = ownStatement('test_late', 'select n::int as "n" from late order by n');
const CAST = ownStatement('test_cast', 'select $1::text::uuid as "uuid"');
const NOTHING = ownStatement('test_nothing', 'update late set n = n where n = $1');
const NAMES = ownStatement('test_names', `select name from unnest($1::text[]) as name where name <> ''`);

describe('a statement', () => {
  test('gives values of every type, and the same when it is run again', async () => {
    const row = {
      text: GIVEN[0],
      int: -7,
      float: 0.5,
      boolean: true,
      json: { a: [1, null] },
      texts: ['x,y', '"', ''],
      uuid: UUID,
      instant: '2026-01-02 03:04:05.678901+00',
      day: '2026-01-02',
      none: null,
      'a "name" \\ of its own': 'quoted',
    };
    for (let runs = 0; runs < 3; runs += 1) expect(await own.database.run(VALUES, GIVEN)).toEqual([row]);
  });

  test('gives all rows in their order, and an empty list if there are none', async () => {
    for (const count of [0, 1, 1_000, 0]) {
      const names = Array.from({ length: count }, (_, nth) => `n${nth}`);
      expect(await own.database.run(NAMES, [['', ...names, '']])).toEqual(names.map((name) => ({ name })));
    }
  });

  test('gives no rows if it returns none, even when it is run again', async () => {
    await own.sql('create table late (n int)');
    for (let runs = 0; runs < 3; runs += 1) expect(await own.database.run(NOTHING, [1])).toEqual([]);
  });

  test('that could not be prepared is prepared once it can be', async () => {
    await expect(own.database.run(LATE, [])).rejects.toMatchObject({ code: '42P01' });
    await own.sql('create table late as select generate_series(1, 2) as n');
    expect(await own.database.run(LATE, [])).toEqual([{ n: 1 }, { n: 2 }]);
  });

  test.each([
    ['a value that cannot be read', 'no uuid'],
    ['a value that cannot be stored', 'a\0b'],
  ])('that was refused for %s runs with the next', async (_what, value) => {
    await expect(own.database.run(CAST, [value])).rejects.toMatchObject({ code: expect.stringMatching(/^22/) });
    expect(await own.database.run(CAST, [UUID])).toEqual([{ uuid: UUID }]);
  });

  test('fails with a stack that leads to its caller', async () => {
    const failing = own.database.run(CAST, ['no uuid']).catch((error: unknown) => error);
    expect(await failing).toMatchObject({ stack: expect.stringMatching(/platform\/(postgres|embedded)\//) });
  });

  test('that is not prepared is forgotten immediately: another may have its name', async () => {
    const unprepared = (n: number) => ({ name: 'moment', text: `select ${n} as "n${n}"`, isPrepared: false }) as const;
    for (const n of [1, 2, 1]) expect(await own.database.run(unprepared(n), [])).toEqual([{ [`n${n}`]: n }]);
  });
});
