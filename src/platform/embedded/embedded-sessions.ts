import type { SqlEntityManager } from '@mikro-orm/sql';
import { CompiledQuery } from 'kysely';
import type { EmbeddedDatabase } from './embedded-database.ts';
import { EmbeddedConnection } from './embedded-dialect.ts';
import type { Session, Sessions, Tenant } from '../database/sessions.ts';
import { noteStatement, type SqlValue, type Statement } from '../statements/statement.ts';
import { ENTER_TENANT } from '../database/tenant.ts';

/** Sessions of PGlite, which runs one statement at a time, in the order in which they are requested. */
export class EmbeddedSessions implements Sessions {
  readonly isEmbedded = true;
  private readonly entityManager: SqlEntityManager;
  private readonly database: EmbeddedDatabase;

  constructor(entityManager: SqlEntityManager, database: EmbeddedDatabase) {
    this.entityManager = entityManager;
    this.database = database;
  }

  get uses(): number {
    return this.database.uses;
  }

  run<Row>(statement: Statement<Row>, values: readonly SqlValue[], tenant?: Tenant): Promise<Row[]> {
    if (tenant === undefined) return send(this.client, statement, values);
    return this.transaction((session) => session.run(statement, values, tenant), commitsAlways);
  }

  transaction<Result>(
    work: (session: Session) => Promise<Result>,
    commits: (result: Result) => boolean,
  ): Promise<Result> {
    // Uses the connection directly: Kysely's transaction rolls back only on a throw, makes each statement wait for the
    // previous one, and the commit for none.
    return this.client.getExecutor().provideConnection(async (connection) => {
      if (!(connection instanceof EmbeddedConnection))
        throw new TypeError('The database was opened by another dialect.');
      await connection.begin();
      try {
        const result = await work({ run: (...call) => runOn(connection, ...call) });
        await connection.end(commits(result) ? 'commit' : 'rollback');
        return result;
      } catch (error) {
        await connection.end('rollback');
        throw error;
      }
    });
  }

  inOneRoundTrip<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    return this.transaction(work, commitsAlways);
  }

  async transactionsInOneRoundTrip<First, Second>(
    first: (session: Session) => Promise<First>,
    second: (session: Session) => Promise<Second>,
  ): Promise<readonly [First, Second]> {
    return [await this.inOneRoundTrip(first), await this.inOneRoundTrip(second)];
  }

  private get client() {
    return this.entityManager.getConnection().getClient();
  }
}

const commitsAlways = () => true;

interface Target {
  executeQuery<Result>(query: CompiledQuery<Result>): Promise<{ readonly rows: Result[] }>;
}

async function runOn<Row>(
  target: Target,
  statement: Statement<Row>,
  values: readonly SqlValue[],
  tenant: Tenant | undefined,
): Promise<Row[]> {
  const entered = tenant?.isEntering === true ? send(target, ENTER_TENANT, [tenant.partnerId]) : undefined;
  // Not awaited one by one: the commit might be sent before the second. Of two failures, the first is the cause.
  const [, rows] = await Promise.all([entered, send<Row>(target, statement, values)]);
  return rows;
}

async function send<Row>(target: Target, { name, text }: Statement<Row>, values: readonly SqlValue[]): Promise<Row[]> {
  try {
    const { rows } = await target.executeQuery<Row>(CompiledQuery.raw(text, [...values]));
    return rows;
  } catch (error) {
    noteStatement(error, name);
    throw error;
  }
}
