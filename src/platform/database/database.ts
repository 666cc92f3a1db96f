import type { SqlEntityManager } from '@mikro-orm/sql';
import { CompiledQuery } from 'kysely';
import { DomainError } from '../../kernel/domain-error.ts';
import { isTransient } from './database-failure.ts';
import type { SqlValue, Statement } from './statement.ts';

/** Runs registered statements. Rows are typed by the caller, who wrote the select list. */
export interface Sql {
  run<Row>(statement: Statement, values: readonly SqlValue[]): Promise<Row[]>;
}

/** Statements of one transaction, and what is to happen once it has committed. */
export interface Transaction extends Sql {
  /**
   * Sends all statements that `work` runs without waiting in between: on PostgreSQL one round trip. They still run one
   * after the other, each with a fresh snapshot.
   */
  pipeline<Result>(work: (pipelined: Sql) => Promise<Result>): Promise<Result>;
  afterCommit(callback: () => void): void;
}

type OpenTransaction = Awaited<ReturnType<ReturnType<SqlEntityManager['getConnection']>['begin']>>;

/** How often a transaction that lost a deadlock or a serialization race is tried in all. */
const TRANSACTION_TRIES_MAX = 4;

/** The database as use cases and loaders see it: statements and transactions over MikroORM's connection. */
export class Database implements Sql {
  private readonly entityManager: SqlEntityManager;

  constructor(entityManager: SqlEntityManager) {
    this.entityManager = entityManager;
  }

  async run<Row>(statement: Statement, values: readonly SqlValue[]): Promise<Row[]> {
    return execute(this.entityManager.getConnection().getClient(), statement, values);
  }

  /**
   * Runs `work` in a transaction. A returned DomainError rolls back, as does a throw; all else commits. Deadlocks and
   * serialization failures are tried again, so `work` must have no effect outside the transaction.
   */
  async transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.attempt(work);
      } catch (error) {
        if (tries === TRANSACTION_TRIES_MAX || !isTransient(error)) throw error;
      }
    }
  }

  private async attempt<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const connection = this.entityManager.getConnection();
    const callbacks: (() => void)[] = [];
    const open = await connection.begin();
    let result: Result;
    try {
      result = await work(transactionOver(open, callbacks));
    } catch (error) {
      // The reason of the failure matters, not that of a rollback on a connection that may be gone.
      await connection.rollback(open).catch(() => undefined);
      throw error;
    }
    if (result instanceof DomainError) {
      await connection.rollback(open);
      return result;
    }
    await connection.commit(open);
    for (const callback of callbacks) callback();
    return result;
  }
}

function transactionOver(open: OpenTransaction, callbacks: (() => void)[]): Transaction {
  return {
    run: (statement, values) => execute(open, statement, values),
    pipeline: (work) =>
      open
        .getExecutor()
        .provideConnection((connection) =>
          work({ run: (statement, values) => execute(connection, statement, values) }),
        ),
    afterCommit(callback) {
      callbacks.push(callback);
    },
  };
}

async function execute<Row>(
  target: { executeQuery<Result>(query: CompiledQuery<Result>): Promise<{ readonly rows: Result[] }> },
  { text }: Statement,
  values: readonly SqlValue[],
): Promise<Row[]> {
  const { rows } = await target.executeQuery<Row>(CompiledQuery.raw(text, [...values]));
  return rows;
}
