import {
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
 * The entities of one transaction, as MikroORM's EntityManager has them. What is loaded is an object, found again by its
 * key; what is made, changed or removed is written at the next flush, which comes before the commit by itself.
 * Statements of ours do not see what waits: flush before them.
 */
export type Entities = Pick<
  SqlEntityManager,
  'find' | 'findOne' | 'findOneOrFail' | 'count' | 'create' | 'remove' | 'flush'
>;

/** The same outside of a transaction, where nothing can be changed. */
export type EntityReader = Pick<Entities, 'find' | 'findOne' | 'count'>;

/** Runs a statement of the moment. */
type Ask = (statement: Statement<Row, readonly SqlValue[]>, values: readonly SqlValue[]) => Promise<Row[]>;
type Row = Record<string, unknown>;

/** All entities that anybody has named. */
const known = new Set<EntityName>();
let made: { readonly entities: number; readonly orm: MikroORM<AbstractSqlDriver, SqlEntityManager> } | undefined;

/** Adds to the entities that statements and units of work are made from. */
export function knowEntities(entities: readonly EntityName[]): void {
  for (const entity of entities) known.add(entity);
}

/** What MikroORM knows of the entities. It has no connection; the caller provides one. */
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

/** Entities of their own, whose statements are asked over a session; what is loaded is shared with nobody. */
export function entitiesOver(ask: Ask): SqlEntityManager {
  const entities = knownEntities().fork();
  // MikroORM begins and ends no transaction where it finds one.
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
 * Hands over what MikroORM asks to the session that it is meant for. Values go as parameters: MikroORM would write them
 * into the text, and so into PostgreSQL's log of a statement that fails.
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
      throw new Error('Entities are asked over a session, in SQL that MikroORM makes.');
    const rows = await context.ask(...asked(query, params));
    return this.transformRawResult<Result>({ rows }, method);
  }
}

class SessionDriver extends AbstractSqlDriver<SessionConnection> {
  constructor(config: Configuration) {
    super(config, new PostgreSqlPlatform(), SessionConnection, []);
  }

  /** Errors stay the database's own: MikroORM's would show the values that a constraint has refused. */
  protected override rethrow<Result>(promise: Promise<Result>): Promise<Result> {
    return promise;
  }
}

/** Not prepared: there is a text for each set of columns that has changed. */
function asked(query: string, params: readonly unknown[]): Parameters<Ask> {
  const values = params.map(valueOf);
  let count = 0;
  const text = query.replaceAll('?', () => `$${(count += 1)}`);
  if (count !== values.length) throw new Error(`MikroORM gave ${values.length} values for ${count} places.`);
  return [{ name: nameOf(query), text, isPrepared: false }, values];
}

/** Such as `update webhook_configuration`, for traces. */
function nameOf(query: string): string {
  const [, verb = 'entities', table = ''] = /^(\w+)[^"]*(?:"\w+"\.\*[^"]*)?(?:from |into |)"(\w+)"/.exec(query) ?? [];
  return `${verb} ${table}`.trim();
}

function valueOf(value: unknown): SqlValue {
  if (value instanceof Date) return value.toISOString();
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  throw new TypeError(`MikroORM gave a value of type ${typeof value}, which no statement takes.`);
}
