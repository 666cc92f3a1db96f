import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { PixEntry } from '../../../src/bank/pix/pix-entry.entity.ts';
import { Pocket } from '../../../src/bank/pockets/pocket.entity.ts';
import {
  anyOf,
  columnsExcept,
  columnsOf,
  compiled,
  insertOf,
  valuesOf,
  listOf,
  literal,
  text,
  uuids,
} from '../../../src/platform/statements/compiled.ts';
import { valuesInOrder } from '../../../src/platform/statements/statement.ts';

const FIND = compiled(
  'test_compiled_find',
  { entities: [Pocket], parameters: { partnerId: text, ids: uuids } },
  (tables, { partnerId, ids }) =>
    tables
      .selectFrom('Pocket as pocket')
      .select(columnsOf('pocket', ['id', 'useCase']))
      .where('pocket.id', '=', anyOf(ids))
      .where('pocket.status', '=', literal('ACTIVE'))
      .where((of) => of.or([of('pocket.partnerId', '=', partnerId), of('pocket.label', '=', partnerId)])),
);

describe('a statement that is compiled from an entity', () => {
  test('has its tables and columns, and rows with the names of properties', () => {
    expect(FIND.text).toBe(
      'select "pocket"."id" as "id", "pocket"."use_case" as "useCase" from "pocket" as "pocket"' +
        ' where "pocket"."id" = any($1::uuid[]) and "pocket"."status" = \'ACTIVE\'' +
        ' and ("pocket"."partner_id" = $2::text or "pocket"."label" = $3::text)',
    );
  });

  test('selects all columns of an entity except those that are named', () => {
    expect(columnsExcept(PixEntry, 'partnerId', 'ispb', 'ownerDocument')).toEqual([
      ...['id', 'keyType', 'keyValue', 'accountId', 'createdAt'],
    ]);
  });

  test('takes values by name, one for each place where they are used', () => {
    expect(FIND.parameters).toEqual(['ids', 'partnerId', 'partnerId']);
    expect(valuesInOrder(FIND, { partnerId: 'ACME_PAY', ids: ['a', 'b'] })).toEqual([
      ['a', 'b'],
      'ACME_PAY',
      'ACME_PAY',
    ]);
  });

  test('contains no value that is not a parameter: it would become part of the prepared text', () => {
    const careless = listOf([Pocket], (tables) =>
      tables
        .selectFrom('Pocket')
        .select('id')
        .where('label', '=', sql<string>`${'careless'}`),
    );
    expect(() => careless.text).toThrow('A statement has a value in it');
  });

  test('has a unique name', () => {
    const again = () =>
      compiled('test_compiled_find', { entities: [], parameters: {} }, (tables) => tables.selectNoFrom([]));
    expect(again).toThrow('Two statements are named test_compiled_find.');
  });
});

describe('an insert that is compiled from an entity', () => {
  const INSERT = compiled(
    'test_compiled_insert',
    { entities: [Pocket], parameters: valuesOf(Pocket, ['id', 'accountId', 'metadata']) },
    (_, values) => insertOf(Pocket, values),
  );

  test('has the columns of the properties, in their order', () => {
    expect(INSERT.text).toBe('insert into "pocket" ("id", "account_id", "metadata") values ($1, $2, $3)');
  });

  test('takes their values by name, and ignores all others', () => {
    const values = { metadata: null, accountId: 'b', id: 'a', label: 'more' };
    expect(valuesInOrder(INSERT, values)).toEqual(['a', 'b', null]);
  });
});
