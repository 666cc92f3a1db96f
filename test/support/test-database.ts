import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** PostgreSQL to test on, or undefined: then tests run on PGlite in memory. */
export const serverUrl = process.env['TEST_DATABASE_URL'];

/** Databases of one test file on the PostgreSQL under test; all are dropped at its end. */
export class TestDatabases {
  private readonly names: string[] = [];

  /** URL of a new, empty database; undefined when tests run on PGlite. */
  async create(): Promise<string | undefined> {
    if (serverUrl === undefined) return undefined;
    const name = `gateway_test_${randomUUID().replaceAll('-', '')}`;
    await onServer(serverUrl, `create database ${name}`);
    this.names.push(name);
    const url = new URL(serverUrl);
    url.pathname = name;
    return url.toString();
  }

  async drop(): Promise<void> {
    if (serverUrl === undefined) return;
    for (const name of this.names.splice(0)) await onServer(serverUrl, `drop database if exists ${name} with (force)`);
  }
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
