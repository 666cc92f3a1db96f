import type { Client } from 'pg';
import type { Sql } from '../src/platform/database/database.ts';
import { PLANNING } from '../src/platform/postgres/open-postgresql.ts';
import type { Keyset } from '../src/platform/statements/keyset.ts';
import type { SqlValue, Statement } from '../src/platform/statements/statement.ts';
import { valuesInOrder } from '../src/platform/statements/statement.ts';

/** A statement that the gateway would run, with its values. */
export interface RecordedStatement extends Statement {
  readonly values: readonly SqlValue[];
}

type AnyKeyset = Keyset<{ readonly owner: string }>;

/** Returns the statement that the gateway reads first pages of a list with. */
export function firstPageStatement(
  keyset: AnyKeyset,
  filters: readonly SqlValue[] = [],
  size = 50,
): Promise<RecordedStatement> {
  const window = { backward: false, size, after: undefined, before: undefined };
  return recorded(async (sql) => {
    await keyset.pages(sql, [], window, filters);
  });
}

/** Returns the statement that the gateway counts a list with. */
export function totalStatement(keyset: AnyKeyset, filters: readonly SqlValue[]): Promise<RecordedStatement> {
  return recorded(async (sql) => {
    await keyset.totals(sql, [], filters);
  });
}

async function recorded(work: (sql: Parameters<AnyKeyset['pages']>[0]) => Promise<void>): Promise<RecordedStatement> {
  const statements: RecordedStatement[] = [];
  await work({
    run(statement, values) {
      statements.push({ name: statement.name, text: statement.text, values: valuesInOrder(statement, values) });
      return Promise.resolve([]);
    },
  });
  const [statement] = statements;
  if (statement === undefined) throw new Error('The gateway reads the list without a statement.');
  return statement;
}

/** Runs the gateway's statements on a connection, which from now on prepares and plans them as the gateway's do. */
export async function gatewaySql(client: Client): Promise<Sql> {
  await client.query(
    Object.entries(PLANNING)
      .map(([name, value]) => `set ${name} = ${value}`)
      .join(';'),
  );
  return {
    async run(statement, values) {
      const { name, text } = statement;
      return (await client.query<never>({ name, text, values: [...valuesInOrder(statement, values)] })).rows;
    },
  };
}
