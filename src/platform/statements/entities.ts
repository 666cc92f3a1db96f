import {
  isRaw,
  MikroORM,
  type AnyEntity,
  type Configuration,
  type EntityData,
  type EntityName,
  type QueryResult,
} from '@mikro-orm/core';
import { PostgreSqlPlatform } from '@mikro-orm/postgresql';
import { AbstractSqlConnection, AbstractSqlDriver, type SqlEntityManager } from '@mikro-orm/sql';
import type { SqlValue, Statement } from './statement.ts';

/**
 * The entities of one transaction, as in MikroORM's EntityManager. What is loaded is an object, found again by its key;
 * what is created, changed or removed is written at the next flush, at the latest before the commit. Our own statements
 * do not see unflushed changes: flush before them.
 */
export type Entities = Pick<
  SqlEntityManager,
  'find' | 'findOne' | 'findOneOrFail' | 'count' | 'create' | 'upsert' | 'remove' | 'flush'
>;

/** The same outside of a transaction, read-only. */
export type EntityReader = Pick<Entities, 'find' | 'findOne' | 'findOneOrFail' | 'count'>;

/** Runs a one-off statement. */
type Ask = (statement: Statement<Row, readonly SqlValue[]>, values: readonly SqlValue[]) => Promise<Row[]>;
type Row = Record<string, unknown>;

/** All entities registered so far. */
const known = new Set<EntityName>();
let made: { readonly entities: number; readonly orm: MikroORM<AbstractSqlDriver, SqlEntityManager> } | undefined;

/** Registers entities for statements and units of work. */
export function knowEntities(entities: readonly EntityName[]): void {
  for (const entity of entities) known.add(entity);
}

/** Returns MikroORM's view of the registered entities. It has no connection; the caller provides one. */
export function knownEntities(): SqlEntityManager {
  if (made?.entities !== known.size) {
    const orm = new MikroORM<AbstractSqlDriver, SqlEntityManager>({
      entities: [...known],
      driver: SessionDriver,
      dbName: 'none',
    });
    made = { entities: known.size, orm };
  }
  return made.orm.em;
}

/** Returns an EntityManager of its own, whose statements run over a session; loaded objects are not shared. */
export function entitiesOver(ask: Ask): SqlEntityManager {
  const entities = knownEntities().fork();
  // MikroORM neither begins nor ends a transaction if it finds one.
  entities.setTransactionContext(new OneSession(ask));
  return entities;
}

class OneSession {
  readonly ask: Ask;

  constructor(ask: Ask) {
    this.ask = ask;
  }
}

/**
 * Passes MikroORM's queries to the session that they are meant for. Values are sent as parameters: MikroORM would write
 * them into the text, and so into PostgreSQL's log of a statement that fails.
 */
class SessionConnection extends AbstractSqlConnection {
  override createKyselyDialect(): never {
    throw new Error('MikroORM has no connection of its own here.');
  }

  override async execute<Result extends QueryResult | EntityData<AnyEntity> | EntityData<AnyEntity>[]>(
    query: unknown,
    params: unknown = [],
    method?: 'all' | 'get' | 'run',
    context?: unknown,
  ): Promise<Result> {
    if (!(context instanceof OneSession) || typeof query !== 'string' || !Array.isArray(params))
      throw new Error('Entities are read in a session, with the SQL of MikroORM.');
    const rows = await context.ask(...queryOf(query, params));
    return this.transformRawResult<Result>({ rows }, method);
  }
}

class SessionDriver extends AbstractSqlDriver<SessionConnection> {
  constructor(config: Configuration) {
    super(config, new PostgreSqlPlatform(), SessionConnection, []);
  }

  /** Keeps the database's own errors: MikroORM's would show the values that a constraint has rejected. */
  protected override rethrow<Result>(promise: Promise<Result>): Promise<Result> {
    return promise;
  }
}

/** Not prepared: each set of changed columns has a text of its own. */
function queryOf(query: string, params: readonly unknown[]): Parameters<Ask> {
  const values: SqlValue[] = [];
  let nth = 0;
  const text = query.replaceAll('?', () => {
    const param = params[nth];
    nth += 1;
    // Such as `default`, for what one of several new rows leaves out.
    if (isRaw(param) && param.params.length === 0) return param.sql;
    return `$${values.push(valueOf(param))}`;
  });
  if (nth !== params.length) throw new Error(`MikroORM gave ${params.length} values for ${nth} places.`);
  return [{ name: nameOf(query), text, isPrepared: false }, values];
}

/** Names a query for traces, such as `update webhook_configuration`. */
function nameOf(query: string): string {
  const [verb = 'entities'] = query.split(' ', 1);
  const [, table = ''] = /(?:^update|^insert into|from) "(\w+)"/.exec(query) ?? [];
  return `${verb} ${table}`.trim();
}

function valueOf(value: unknown): SqlValue {
  if (value instanceof Date) return value.toISOString();
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  throw new TypeError(`MikroORM gave a value of type ${typeof value}, which no statement takes.`);
}
