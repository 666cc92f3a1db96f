import { EntitySchema, Utils, type EntityName } from '@mikro-orm/core';
import { MikroKyselyPlugin, type InferClassEntityDB } from '@mikro-orm/sql';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type Compilable,
  type RawBuilder,
} from 'kysely';
import { knowEntities, knownEntities } from './entities.ts';
import type { List } from './keyset-options.ts';
import { registered, type SqlValue, type Statement } from './statement.ts';

/** Tables are named after entities, and columns after their properties. */
const NAMING = { tableNamingStrategy: 'entity', columnNamingStrategy: 'property' } as const;

/**
 * A column as sessions return it: PostgreSQL's text of an instant instead of a Date, null instead of undefined.
 * MikroORM gives no type for JSON.
 */
type AsText<Value> = unknown extends Value
  ? object | null
  : Value extends Date
    ? string
    : Value extends undefined
      ? never
      : Value;

/** The tables of entities, by name of the entity, with columns by name of the property. */
export type TablesOf<Entities> =
  InferClassEntityDB<Entities, typeof NAMING> extends infer Tables
    ? { [Table in keyof Tables]: { [Column in keyof Tables[Table]]: AsText<Tables[Table][Column]> } }
    : never;

/**
 * A parameter of a statement: its PostgreSQL type and its TypeScript type.
 * @typeParam Part what it is as part of a query
 */
interface Parameter<Value, Part = Value> {
  /** Undefined: that of the column that it is written to. */
  readonly type: string | undefined;
  /** Never set: they carry the types. */
  readonly value?: Value;
  readonly part?: Part;
}

/** Declares a parameter of a PostgreSQL type, such as `uuid[]`. */
export function parameter<Value extends SqlValue>(type: string): Parameter<Value> {
  return { type };
}

export const text = parameter<string>('text');
export const nullableText = parameter<string | null>('text');
export const texts = parameter<readonly string[]>('text[]');
export const uuid = parameter<string>('uuid');
export const uuids = parameter<readonly string[]>('uuid[]');
export const timestamptz = parameter<string>('timestamptz');

type Parameters = Readonly<Record<string, Parameter<unknown, unknown>>>;

/** The values of parameters, by name. */
type ValuesOf<Given extends Parameters> = {
  readonly [Name in keyof Given]: Given[Name] extends Parameter<infer Value, unknown> ? Value : never;
};

/** Parameters as parts of a query. */
type PartsOf<Given extends Parameters> = {
  readonly [Name in keyof Given]: Given[Name] extends Parameter<unknown, infer Part> ? RawBuilder<Part> : never;
};

/** Stands for a parameter until its value is given. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** How a statement is run, and why it writes. */
export type Usage = Pick<Statement, 'plan' | 'writes'>;

interface CompiledOptions<Entities extends readonly EntityName[], Given extends Parameters> extends Usage {
  /** The entities whose tables the query uses. */
  readonly entities: Entities;
  readonly parameters: Given;
}

/** The result of compiling a query. */
export interface StatementParts {
  readonly text: string;
  /** Names of the parameters, in the order of their numbers. */
  readonly parameters: readonly string[];
}

/**
 * Makes a statement from entities: tables, columns and row types are theirs. It is compiled once, when it is first
 * needed and without a connection; what runs is its text, prepared like any other.
 * @see https://mikro-orm.io/docs/kysely
 */
export function compiled<const Entities extends readonly EntityName[], Given extends Parameters, Row>(
  name: string,
  { entities, parameters, ...usage }: CompiledOptions<Entities, Given>,
  build: (tables: Kysely<TablesOf<Entities[number]>>, given: PartsOf<Given>) => Compilable<Row>,
): Statement<Row, ValuesOf<Given>> {
  const parts = partsLater(entities, () => build(tables<TablesOf<Entities[number]>>(), partsOf(parameters)));
  return madeLater(name, usage, parts);
}

/** Registers a statement whose text is made when it is first needed. */
export function madeLater<Row, Given>(name: string, usage: Usage, parts: () => StatementParts): Statement<Row, Given> {
  return registered({
    name,
    ...usage,
    isOfEntities: true,
    get text() {
      return parts().text;
    },
    get parameters() {
      return parts().parameters;
    },
  });
}

/** Makes a list for a keyset to page through: a select list and its tables, without parameters. */
export function listOf<const Entities extends readonly EntityName[], Row>(
  entities: Entities,
  build: (tables: Kysely<TablesOf<Entities[number]>>) => Compilable<Row>,
): List<Row> {
  const parts = partsLater(entities, () => build(tables<TablesOf<Entities[number]>>()));
  return {
    get text() {
      return parts().text;
    },
  };
}

/** Compiles on first use: by then all entities are known. */
function partsLater(entities: readonly EntityName[], build: () => Compilable): () => StatementParts {
  knowEntities(entities);
  return once(() => {
    const { sql: text, parameters } = build().compile();
    return { text, parameters: parameters.map((placeholder) => nameOf(placeholder, text)) };
  });
}

/** Returns a function that makes a value on its first call, and returns the same value from then on. */
export function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

/** A query whose rows can be found for one item. */
interface FindOne<Row> extends Compilable<Row> {
  offset(rows: RawBuilder<number>): Compilable<Row>;
}

/**
 * Returns a query of what another one finds for each item of a list. Each is looked up by itself: a generic plan, which
 * does not know how much a partner has, might rather read all rows of the partner than look up a list of ids. With
 * `offset 0` it is not joined in another way.
 */
export function eachOf<Item, Row>(
  list: RawBuilder<readonly Item[]>,
  find: (item: RawBuilder<Item>) => FindOne<Row>,
): Compilable<Row> {
  return {
    compile() {
      const one = find(sql<Item>`wanted.id`)
        .offset(sql<number>`0`)
        .compile();
      const { sql: items, parameters } = list.compile(tables());
      const wanted = items.replace('$1', `$${one.parameters.length + 1}`);
      const found = `select found.* from unnest(${wanted}) as wanted (id) cross join lateral (${one.sql}) as found`;
      return { ...one, sql: found, parameters: [...one.parameters, ...parameters] };
    },
  };
}

/** Returns columns of a table, named after their properties, for a select list. */
export function columnsOf<Table extends string, const Columns extends readonly string[]>(
  table: Table,
  columns: Columns,
): { readonly [Nth in keyof Columns]: Aliased<Table, Columns[Nth]> };
export function columnsOf(table: string, columns: readonly string[]): readonly string[] {
  return columns.map((column) => `${table}.${column} as ${column}`);
}

type Aliased<Table extends string, Column extends string> = Column extends string
  ? `${Table}.${Column} as ${Column}`
  : never;

/** Returns all columns of an entity except these, so that a statement need not list them. */
export function columnsExcept<Entity extends EntityName, const Excluded extends ColumnOf<Entity> = never>(
  entity: Entity,
  ...excluded: readonly Excluded[]
): readonly Exclude<ColumnOf<Entity>, Excluded>[];
export function columnsExcept(entity: EntityName, ...excluded: readonly string[]): readonly string[] {
  if (typeof entity !== 'function') throw new Error(`Name ${Utils.className(entity)} by its class.`);
  const properties = EntitySchema.REGISTRY.get(entity)?.meta.properties ?? {};
  return Object.keys(properties).filter((column) => !excluded.includes(column));
}

/** The row that a statement returns. */
export type RowOf<Of> = Of extends Statement<infer Row> ? Readonly<Row> : never;

/** Returns `any (list)`, to compare with any of its values. */
export function anyOf<Value>(list: RawBuilder<readonly Value[]>): RawBuilder<Value> {
  return sql<Value>`any(${list})`;
}

/** A constant in the text of the statement, not a parameter. */
export function literal<const Value extends string>(value: Value): RawBuilder<Value> {
  return sql<Value>`${sql.lit(value)}`;
}

/** The type of a column when it is written: JSON is passed as text. */
type Written<Value> = Value extends readonly unknown[] ? readonly string[] : Value extends object ? string : Value;

/** The table of an entity. */
type TableOf<Entity> = TablesOf<Entity>[keyof TablesOf<Entity>];

/** The values that an insert of these properties takes. */
export type Inserted<Entity, Column extends keyof TableOf<Entity>> = {
  readonly [Name in Column]: Written<TableOf<Entity>[Name]>;
};

/** The name of a property of an entity that is a column. */
export type ColumnOf<Entity> = keyof TableOf<Entity> & string;

/** Parameters for properties of an entity, each of the type of its column. */
export function valuesOf<Entity extends EntityName, const Column extends ColumnOf<Entity>>(
  entity: Entity,
  columns: readonly Column[],
): { readonly [Name in Column]: Parameter<Written<TableOf<Entity>[Name]>, TableOf<Entity>[Name]> };
export function valuesOf(_entity: EntityName, columns: readonly string[]): Parameters {
  return Object.fromEntries(columns.map((column) => [column, { type: undefined }]));
}

/** Returns an insert of one row of an entity. */
export function insertOf(entity: EntityName, values: Readonly<Record<string, RawBuilder<unknown>>>): Compilable {
  return tables<Record<string, Record<string, unknown>>>().insertInto(Utils.className(entity)).values(values);
}

/** Returns the beginning of an insert, up to the list of its columns. */
export function insertInto(entity: EntityName, columns: readonly string[]): string {
  knowEntities([entity]);
  const query = tables<Record<string, Record<string, unknown>>>()
    .insertInto(Utils.className(entity))
    .columns([...columns])
    .expression(sql`select`);
  return query.compile().sql.replace(/ select$/, '');
}

/** Returns the tables of all entities known so far, without a connection. */
function tables<Tables>(): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (tablesOf) => new PostgresIntrospector(tablesOf),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [new MikroKyselyPlugin(knownEntities(), NAMING)],
  });
}

function partsOf<Given extends Parameters>(parameters: Given): PartsOf<Given>;
function partsOf(parameters: Parameters): Readonly<Record<string, RawBuilder<SqlValue>>> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, { type }]) => [
      name,
      type === undefined
        ? sql<SqlValue>`${sql.val(new Placeholder(name))}`
        : sql<SqlValue>`${sql.val(new Placeholder(name))}::${sql.raw(type)}`,
    ]),
  );
}

function nameOf(placeholder: unknown, text: string): string {
  if (placeholder instanceof Placeholder) return placeholder.name;
  throw new Error(`A statement has a value in it: make it a parameter, or a literal(…). The statement: ${text}`);
}
