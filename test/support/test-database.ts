import { randomUUID } from 'node:crypto';
import pg from 'pg';
import './worker-checked-rows.ts';

/** PostgreSQL to test on; if undefined, tests run on PGlite. */
export const serverUrl = process.env['TEST_DATABASE_URL'];

/** Databases of one test file on the PostgreSQL under test; `drop` drops all of them. */
export class TestDatabases {
  private readonly names: string[] = [];

  /** Creates an empty database and returns its URL; undefined if tests run on PGlite. */
  create(): Promise<string | undefined> {
    return this.createFrom('template1');
  }

  /** Creates a database with the schema and the sandbox world, and returns its URL; undefined on PGlite. */
  createWithWorld(): Promise<string | undefined> {
    return this.createFrom(process.env['GATEWAY_TEST_TEMPLATE_DATABASE'] ?? 'template1');
  }

  /** Creates a copy of a database, which must have no connections, and returns its URL; undefined on PGlite. */
  createCopy(url: string): Promise<string | undefined> {
    return this.createFrom(new URL(url).pathname.slice(1));
  }

  private async createFrom(template: string): Promise<string | undefined> {
    if (serverUrl === undefined) return undefined;
    const name = `${databasePrefix()}${randomUUID().slice(-12)}`;
    await onServer(serverUrl, `create database ${name} template ${template}`);
    this.names.push(name);
    return urlOf(serverUrl, name);
  }

  async drop(): Promise<void> {
    if (serverUrl === undefined) return;
    for (const name of this.names.splice(0)) await onServer(serverUrl, `drop database if exists ${name} with (force)`);
  }
}

/** Returns the prefix of the names of all databases of this run. */
function databasePrefix(): string {
  return `gateway_test_${process.env['GATEWAY_TEST_RUN'] ?? ''}_`;
}

/** Drops all databases of this run that are left, such as those of gateways that a worker has kept. */
export async function dropAll(server: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const ofRun = 'select datname as "name" from pg_database where starts_with(datname, $1)';
  const { rows } = await client.query<{ name: string }>(ofRun, [databasePrefix()]);
  for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`);
  await client.end();
}

/** Returns the URL of a database on the same server. */
export function urlOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = name;
  return url.toString();
}

/** Runs one statement on the server, outside of the databases of tests. */
export async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
