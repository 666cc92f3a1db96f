import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { instantText } from '../../../src/platform/statements/instant.ts';
import { Keyset } from '../../../src/platform/statements/keyset.ts';
import type { PageWindow } from '../../../src/platform/statements/page-window.ts';
import { listLike, type KeysetOptions } from '../../../src/platform/statements/keyset-options.ts';
import { registeredStatements } from '../../../src/platform/statements/statement.ts';
import { ownStatement } from '../../support/own-statement.ts';
import { OwnDatabase } from '../../support/opened-database.ts';

interface NoteRow {
  readonly owner: string;
  readonly id: string;
  readonly writtenAt: string;
  readonly color: string;
}

const ORDERS = { descending: true, ascending: false } as const;
const OWNERS = ['ana', 'bruno'];
const COLORS = ['green', 'red'];
/** Instants of the notes of each owner: with duplicates, with and without fractions of a second. */
const INSTANTS = [
  '2026-11-20T12:00:00.000Z',
  '2026-11-20T12:00:00.100Z',
  '2026-11-20T12:00:00.100Z',
  '2026-11-20T12:00:00.101Z',
  '2026-11-20T23:59:59.999Z',
  '2026-11-21T00:00:00.000Z',
  '2026-11-21T00:00:00.000Z',
  '2026-11-21T00:00:00.000Z',
];
const ZONES = ['UTC', 'America/Sao_Paulo', 'Asia/Kolkata', 'America/St_Johns'];

const notesIn = (order: keyof typeof ORDERS, filters = ['note.color = ?::text'], name: string = order) =>
  new Keyset<NoteRow>(optionsOf(order, filters, name));

const optionsOf = (order: keyof typeof ORDERS, filters: string[], name: string): KeysetOptions<NoteRow> => ({
  name: `test_notes_${name}`,
  list: listLike<NoteRow>({}, 'select note.id, note.written_at as "writtenAt", note.color from note'),
  owner: { expression: 'note.owner', type: 'text' },
  key: [
    { expression: 'note.written_at', output: 'writtenAt', type: 'timestamptz' },
    { expression: 'note.id', output: 'id', type: 'uuid' },
  ],
  descending: ORDERS[order],
  filters,
});
const keysets = { descending: notesIn('descending'), ascending: notesIn('ascending') };

const SET_ZONE = ownStatement('test_set_zone', `select set_config('TimeZone', $1, true)`);
const ALL = ownStatement<NoteRow>(
  'test_all_notes',
  'select owner, id, written_at as "writtenAt", color from note order by written_at, id',
);

let own: OwnDatabase;

beforeAll(async () => {
  own = await OwnDatabase.open();
  await own.sql('create table note (owner text, id uuid primary key, written_at timestamptz(3), color text)');
  for (const owner of OWNERS)
    for (const [nth, instant] of INSTANTS.entries())
      await own.sql(`insert into note values (?, gen_random_uuid(), ?, ?)`, [owner, instant, COLORS[nth % 2]]);
});
afterAll(() => own.close());

interface RequestedPage extends Pick<PageWindow, 'backward' | 'size'> {
  readonly order: keyof typeof ORDERS;
  readonly zone: string;
  readonly color: string | null;
  readonly after: number | undefined;
  readonly before: number | undefined;
}

const bound = fc.option(fc.nat(INSTANTS.length - 1), { nil: undefined });

describe('a list that is read by its key', () => {
  test('gives exactly the page that a window describes, whatever the zone of the session', async () => {
    const anyPage = fc.record<RequestedPage>({
      order: fc.constantFrom('descending', 'ascending'),
      zone: fc.constantFrom(...ZONES),
      color: fc.constantFrom(null, ...COLORS),
      backward: fc.boolean(),
      size: fc.integer({ min: 1, max: INSTANTS.length + 1 }),
      after: bound,
      before: bound,
    });
    const isRight = async ({ order, zone, color, backward, size, after, before }: RequestedPage) => {
      await own.database.transaction(async (transaction) => {
        await transaction.run(SET_ZONE, [zone]);
        const rows = await transaction.run(ALL, []);
        const listOf = (owner: string) => {
          const notes = rows.filter((row) => row.owner === owner);
          return ORDERS[order] ? notes.toReversed() : notes;
        };
        const keyOf = (nth: number | undefined) => {
          const row = nth === undefined ? undefined : listOf('ana')[nth];
          return row && [row.writtenAt, row.id];
        };
        const window: PageWindow = { backward, size, after: keyOf(after), before: keyOf(before) };
        const wanted = listOf('ana')
          .slice(after === undefined ? 0 : after + 1, before)
          .filter((row) => color === null || row.color === color);
        const shown = backward ? wanted.slice(-size) : wanted.slice(0, size);
        const pages = await keysets[order].pages(transaction, ['ana'], window, [color]);
        const { rows: found, more } = pages.get('ana') ?? { rows: [], more: false };
        expect(found.map(({ id }) => id)).toEqual(shown.map(({ id }) => id));
        expect(more).toBe(wanted.length > size);
        expect(found.map(({ writtenAt }) => INSTANTS.includes(instantText(writtenAt)))).not.toContain(false);
      });
    };
    await fc.assert(fc.asyncProperty(anyPage, isRight), { numRuns: 150 });
  });

  test('gives the lists of several owners in one statement, each with its own page', async () => {
    const window: PageWindow = { backward: false, size: 3, after: undefined, before: undefined };
    const pages = await keysets.ascending.pages(own.database, [...OWNERS, 'nobody'], window, [null]);
    expect(pages.get('nobody')).toEqual({ rows: [], more: false });
    for (const owner of OWNERS) {
      const { rows, more } = pages.get(owner) ?? { rows: [], more: false };
      expect(rows.map((row) => row.owner)).toEqual([owner, owner, owner]);
      expect(more).toBe(true);
    }
  });

  test('is read by any combination of filters, of which connections prepare only so many', async () => {
    const name = 'with_many_filters';
    const many = notesIn('ascending', Array<string>(9).fill('note.color <> ?::text'), name);
    const window: PageWindow = { backward: false, size: INSTANTS.length, after: undefined, before: undefined };
    for (let combination = 0; combination < 2 ** 9; combination += 1) {
      const values = Array.from({ length: 9 }, (_, nth) => ((combination >> nth) & 1 ? 'red' : null));
      const pages = await many.pages(own.database, ['ana'], window, values);
      expect(pages.get('ana')?.rows).toHaveLength(combination === 0 ? INSTANTS.length : INSTANTS.length / 2);
    }
    const names = registeredStatements()
      .map((one) => one.name)
      .filter((one) => one.startsWith(`test_notes_${name}`));
    expect(names).toHaveLength(256);
    expect(names.filter((one) => `tenant_${one}`.length > 63)).toEqual([]);
  });

  test('counts the matches of a filter for each owner', async () => {
    const half = INSTANTS.length / 2;
    expect(await keysets.ascending.totals(own.database, [...OWNERS, 'nobody'], ['red'])).toEqual(
      new Map([...OWNERS, 'nobody'].map((owner) => [owner, { count: owner === 'nobody' ? 0 : half, isExact: true }])),
    );
  });

  test('counts at most 10,000 rows', async () => {
    await own.sql(`insert into note select 'carla', gen_random_uuid(), now(), 'red' from generate_series(1, 10000)`);
    const total = async () => (await keysets.ascending.totals(own.database, ['carla'])).get('carla');
    expect(await total()).toEqual({ count: 10_000, isExact: true });
    await own.sql(`insert into note values ('carla', gen_random_uuid(), now(), 'red')`);
    expect(await total()).toEqual({ count: 10_000, isExact: false });
  });

  test.each([false, true])('walks 10,000 keys of the narrowest filter at most, backward: %s', async (backward) => {
    const owner = `dora ${backward}`;
    await own.sql(
      `insert into note select ?, gen_random_uuid(), timestamptz '2026-11-01' + nth * interval '1 s', case when nth % 2000 = 0 then 'blue' else 'red' end
       from generate_series(1, 25000) as nth`,
      [owner],
    );
    const wanted = '2026-11-01T03:30:00Z';
    const combined = (color: string) => [[color], wanted, null];
    const keyset = new Keyset<NoteRow>({
      ...optionsOf('descending', [], `walked_${backward}`),
      filters: [
        { condition: 'note.color = any (?::text[])', values: 'select unnest(?::text[])', columns: ['note.color'] },
        "note.written_at between ?::timestamptz and ?::timestamptz + interval '3 s'",
      ],
      walks: { by: [0], areNeeded: ([color, at]) => color !== null && at !== null },
    });
    const read = async (from: readonly string[] | undefined, color: string) => {
      const at = backward ? { after: undefined, before: from } : { after: from, before: undefined };
      const window = await keyset.walked(own.database, owner, { backward, size: 2, ...at }, combined(color));
      const pages = await keyset.pages(own.database, [owner], window, combined(color));
      return pages.get(owner);
    };
    const [first, second] = [await read(undefined, 'red'), await read((await read(undefined, 'red'))?.reach, 'red')];
    expect(first).toMatchObject({ rows: [], more: true });
    expect(first?.reach).toHaveLength(2);
    expect(second).toMatchObject({ rows: [{ color: 'red' }, { color: 'red' }], more: true });
    expect(second).not.toHaveProperty('reach');
    expect(await read(undefined, 'blue')).toEqual({ rows: [], more: false });
    expect((await keyset.totals(own.database, [owner], combined('red'))).get(owner)).toEqual({
      count: 0,
      isExact: false,
    });
  });

  test.each(['after', 'before'] as const)('knows whether rows are at a bound or beyond it: %s', async (side) => {
    const rows = await own.database.run(ALL, []);
    const [first, ...others] = rows.filter(({ owner }) => owner === 'ana').map((row) => [row.writtenAt, row.id]);
    const reaches = (key: string[] = []) =>
      keysets.ascending.reachesBeyond(own.database, 'ana', { bound: side, key }, [null]);
    expect(await Promise.all([reaches(first), reaches(others.at(-1))])).toEqual([true, true]);
    const outside = side === 'after' ? '2000-01-01 00:00:00+00' : '2100-01-01 00:00:00+00';
    expect(await reaches([outside, '00000000-0000-4000-8000-000000000000'])).toBe(false);
  });
});
