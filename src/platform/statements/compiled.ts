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
import { registered, type PlanKind, type SqlValue, type Statement, type WriteReason } from './statement.ts';

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

/** A parameter of a statement: its PostgreSQL type and its TypeScript type. */
interface Parameter<Value extends SqlValue> {
  readonly type: string;
  /** Never set: it carries the type. */
  readonly value?: Value;
}

/** Declares a parameter of a PostgreSQL type, such as `uuid[]`. */
export function parameter<Value extends SqlValue>(type: string): Parameter<Value> {
  return { type };
}

export const text = parameter<string>('text');
export const nullableText = parameter<string | null>('text');
export const uuid = parameter<string>('uuid');
export const uuids = parameter<readonly string[]>('uuid[]');
export const timestamptz = parameter<string>('timestamptz');

type Parameters = Readonly<Record<string, Parameter<SqlValue>>>;

/** The values of parameters, by name. */
type ValuesOf<Given extends Parameters> = {
  readonly [Name in keyof Given]: Given[Name] extends Parameter<infer Value> ? Value : never;
};

/** Parameters as parts of a query. */
type PartsOf<Given extends Parameters> = {
  readonly [Name in keyof Given]: Given[Name] extends Parameter<infer Value> ? RawBuilder<Value> : never;
};

/** Stands for a parameter until its value is given. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

interface CompiledOptions<Entities extends readonly EntityName[], Given extends Parameters> {
  /** The entities whose tables the query uses. */
  readonly entities: Entities;
  readonly parameters: Given;
  readonly plan?: PlanKind;
  /** Required if it writes; a test finds those without. */
  readonly writes?: WriteReason;
}

/**
 * Makes a statement from entities: tables, columns and row types are theirs. It is compiled once, when it is first
 * needed and without a connection; what runs is its text, prepared like any other.
 * @see https://mikro-orm.io/docs/kysely
 */
export function compiled<const Entities extends readonly EntityName[], Given extends Parameters, Row>(
  name: string,
  { entities, parameters, ...options }: CompiledOptions<Entities, Given>,
  build: (tables: Kysely<TablesOf<Entities[number]>>, given: PartsOf<Given>) => Compilable<Row>,
): Statement<Row, ValuesOf<Given>> {
  const parts = partsLater(entities, () => build(tables<TablesOf<Entities[number]>>(), partsOf(parameters)));
  return statementOf(name, parts, options);
}

/**
 * Makes a statement that finds rows of a partner by their ids. It looks up each by itself: a generic plan, which does not
 * know how much a partner has, might rather read all rows of the partner than look up a list of ids.
 */
export function foundById<const Entities extends readonly EntityName[], Id extends SqlValue & (string | number), Row>(
  name: string,
  { entities, id }: { readonly entities: Entities; readonly id: Parameter<Id> },
  build: (
    tables: Kysely<TablesOf<Entities[number]>>,
    given: { readonly partnerId: RawBuilder<string>; readonly id: RawBuilder<Id> },
  ) => Compilable<Row>,
): Statement<Row, { readonly partnerId: string; readonly ids: readonly Id[] }> {
  const partsOfOne = partsLater(entities, () =>
    build(tables<TablesOf<Entities[number]>>(), { ...partsOf({ partnerId: text }), id: sql<Id>`wanted.id` }),
  );
  const parts = once(() => {
    const { text: one, parameters } = partsOfOne();
    const wanted = `unnest($${parameters.length + 1}::${id.type}[]) as wanted (id)`;
    // With `offset 0` it is not joined in another way.
    const found = `select found.* from ${wanted} cross join lateral (${one} offset 0) as found`;
    return { text: found, parameters: [...parameters, 'ids'] };
  });
  return statementOf(name, parts);
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

/** Registers a statement whose text is made later. */
export function statementOf<Row, Given>(
  name: string,
  parts: () => StatementParts,
  options: Pick<Statement, 'plan' | 'writes'> = {},
): Statement<Row, Given> {
  return registered({
    name,
    ...options,
    isOfEntities: true,
    get text() {
      return parts().text;
    },
    get parameters() {
      return parts().parameters;
    },
  });
}

/** The result of compiling a query. */
export interface StatementParts {
  readonly text: string;
  /** Names of the parameters, in the order of their numbers. */
  readonly parameters: readonly string[];
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

/** Columns of an entity as they are read, for a row of hand-written SQL. */
export type Stored<Entity, Column extends keyof TableOf<Entity>> = Readonly<Pick<TableOf<Entity>, Column>>;

/** The values that an insert of these properties takes. */
export type Inserted<Entity, Column extends keyof TableOf<Entity>> = {
  readonly [Name in Column]: Written<TableOf<Entity>[Name]>;
};

/** The name of a property of an entity that is a column. */
export type ColumnOf<Entity> = keyof TableOf<Entity> & string;

/** Makes an insert of one row of an entity; it is run with the values of these properties. */
export function insertion<Entity extends EntityName, const Column extends ColumnOf<Entity>>(
  name: string,
  entity: Entity,
  columns: readonly Column[],
  writes: WriteReason,
): Statement<never, Inserted<Entity, Column>> {
  return statementOf(name, insertionParts(entity, columns), { writes });
}

/** Returns the text of such an insert and the order of its parameters, for use in a larger statement. */
export function insertionParts(entity: EntityName, columns: readonly string[]): () => StatementParts {
  return partsLater([entity], () => {
    const values: Record<string, unknown> = {};
    for (const column of columns) values[column] = sql.val(new Placeholder(column));
    return tables<Record<string, Record<string, unknown>>>().insertInto(Utils.className(entity)).values(values);
  });
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
      sql<SqlValue>`${sql.val(new Placeholder(name))}::${sql.raw(type)}`,
    ]),
  );
}

function nameOf(placeholder: unknown, text: string): string {
  if (placeholder instanceof Placeholder) return placeholder.name;
  throw new Error(`A statement has a value in it: make it a parameter, or a literal(…). The statement: ${text}`);
}
