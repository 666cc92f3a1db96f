import { PGlite } from '@electric-sql/pglite';
import { DatabaseError, serialize } from 'pg-protocol';
import { NoticeMessage, ParameterDescriptionMessage, RowDescriptionMessage } from 'pg-protocol/dist/messages.js';
import { Parser } from 'pg-protocol/dist/parser.js';
import type { Catalogue } from './column-facts.ts';
import { parseTree } from './parse-tree.ts';
import { Query } from './query.ts';

/** A type of PostgreSQL. */
export interface SqlType {
  /** Its name; of an array that of its elements. */
  readonly name: string;
  readonly isArray: boolean;
  /** The labels of an enum. */
  readonly labels?: readonly string[];
}

/** A column that a statement returns. */
export interface Column {
  readonly name: string;
  readonly type: SqlType;
  /** Whether it is no column of a table. */
  readonly isComputed: boolean;
  readonly isNeverNull: boolean;
  /** The texts that it can be, if there are few. */
  readonly texts?: readonly string[];
}

interface Parameter {
  readonly type: SqlType;
  readonly isNeverNull: boolean;
}

/** What PostgreSQL says of a statement. */
export interface Description {
  readonly columns: readonly Column[];
  readonly parameters: readonly Parameter[];
}

/** A migrated database that describes statements. */
export class Describer {
  private readonly pglite: PGlite;
  private readonly catalogue: Catalogue;
  private readonly types: ReadonlyMap<number, SqlType>;

  private constructor(pglite: PGlite, catalogue: Catalogue, types: ReadonlyMap<number, SqlType>) {
    this.pglite = pglite;
    this.catalogue = catalogue;
    this.types = types;
  }

  /** @param folder of an embedded database that nothing else has open */
  static async open(folder: string): Promise<Describer> {
    const pglite = await PGlite.create(folder);
    const describer = new Describer(pglite, await readCatalogue(pglite), await readTypes(pglite));
    await pglite.exec('set client_min_messages = log; set debug_pretty_print = off; set debug_print_parse = on');
    return describer;
  }

  close(): Promise<void> {
    return this.pglite.close();
  }

  async describe(text: string): Promise<Description> {
    const answered = await this.answerOf(text);
    const tree = answered.flatMap((message) => (message instanceof NoticeMessage ? (message.detail ?? '') : []))[0];
    if (tree === undefined) throw new Error('PostgreSQL shows no parse tree.');
    const query = new Query(parseTree(tree), this.catalogue);
    const fields = answered.flatMap((message) => (message instanceof RowDescriptionMessage ? message.fields : []));
    const types = answered.flatMap((message) =>
      message instanceof ParameterDescriptionMessage ? message.dataTypeIDs : [],
    );
    const facts = query.columns;
    const required = query.requiredParameters;
    return {
      columns: fields.map(({ name, dataTypeID, tableID }, nth) => ({
        name,
        type: this.typeOf(dataTypeID),
        isComputed: tableID === 0,
        ...(facts[nth] ?? { isNeverNull: false }),
      })),
      parameters: types.map((type, nth) => ({ type: this.typeOf(type), isNeverNull: required.has(nth + 1) })),
    };
  }

  private async answerOf(text: string): Promise<readonly object[]> {
    const parse = serialize.parse({ text, name: '' });
    const describe = serialize.describe({ type: 'S', name: '' });
    const bytes = await this.pglite.execProtocolRaw(Buffer.concat([parse, describe, serialize.sync()]));
    const messages: object[] = [];
    new Parser().parse(Buffer.from(bytes), (message) => messages.push(message));
    for (const message of messages) if (message instanceof DatabaseError) throw message;
    return messages;
  }

  private typeOf(oid: number): SqlType {
    const type = this.types.get(oid);
    if (type === undefined) throw new Error(`There is no type ${oid}.`);
    return type;
  }
}

async function readCatalogue(pglite: PGlite): Promise<Catalogue> {
  const columns = await pglite.query<{ id: string }>(
    `select attrelid || '.' || attnum as id from pg_attribute where attnotnull`,
  );
  const views = await pglite.query<{ id: string; tree: string }>(
    `select ev_class::oid::text as id, ev_action::text as tree from pg_rewrite
     join pg_class on pg_class.oid = ev_class where relkind = 'v'`,
  );
  const functions = await pglite.query<{ id: string; name: string }>(
    `select oid::text as id, proname::text as name from pg_proc`,
  );
  const notNull = new Set(columns.rows.map(({ id }) => id));
  const trees = new Map(views.rows.map(({ id, tree }) => [id, tree]));
  const names = new Map(functions.rows.map(({ id, name }) => [id, name]));
  return {
    isNotNull: (table, column) => notNull.has(`${table}.${column}`),
    view(table) {
      const tree = trees.get(table);
      return tree === undefined ? undefined : parseTree(tree);
    },
    functionName: (oid) => names.get(oid) ?? '',
  };
}

async function readTypes(pglite: PGlite): Promise<ReadonlyMap<number, SqlType>> {
  const { rows } = await pglite.query<{ oid: number; name: string; isArray: boolean; labels: string[] | null }>(
    `select type.oid, coalesce(element.typname, type.typname)::text as name, element.oid is not null as "isArray",
       (select array_agg(enumlabel::text order by enumsortorder) from pg_enum
        where enumtypid = coalesce(element.oid, type.oid)) as labels
     from pg_type as type left join pg_type as element on element.oid = type.typelem and type.typcategory = 'A'`,
  );
  return new Map(rows.map(({ oid, labels, ...type }) => [oid, { ...type, ...(labels !== null && { labels }) }]));
}
