import { Client } from 'pg';

/** A number that no other program uses as an advisory lock here: "bench" on telephone keys. */
const BENCH_LOCK = 23_624;
const STATEMENT_TIMEOUT_MS = 60_000;

/** Returns the URL of another database on the same server. */
export function databaseUrl(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

/** Runs `work` on its own connection. */
export async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url, statement_timeout: STATEMENT_TIMEOUT_MS });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Databases of one run; they are dropped at the end, even if clients are still connected. */
export class BenchDatabases {
  private readonly names = new Set<string>();
  private readonly admin: Client;

  private constructor(admin: Client) {
    this.admin = admin;
  }

  /** @throws Error if another run is using the same server */
  static async open(url: string): Promise<BenchDatabases> {
    const admin = new Client({ connectionString: url, statement_timeout: STATEMENT_TIMEOUT_MS });
    await admin.connect();
    const { rows } = await admin.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [BENCH_LOCK]);
    if (rows[0]?.taken === true) return new BenchDatabases(admin);
    await admin.end();
    throw new Error('Another benchmark is running on this PostgreSQL: wait for its end.');
  }

  /** Creates a database, empty or as a copy of one without connections. Replaces a database of the same name. */
  async create(name: string, template = 'template1'): Promise<void> {
    this.names.add(name);
    await this.admin.query(`drop database if exists ${name} with (force)`);
    await this.admin.query(`create database ${name} template ${template} strategy file_copy`);
  }

  /** Returns the process ids of the backends that serve a database. */
  async backends(name: string): Promise<readonly number[]> {
    const sql = 'select pid from pg_stat_activity where datname = $1';
    const { rows } = await this.admin.query<{ pid: number }>(sql, [name]);
    return rows.map(({ pid }) => pid);
  }

  /** Returns a setting of the server, such as `server_version`. */
  async setting(name: string): Promise<string> {
    const { rows } = await this.admin.query<{ value: string }>('select current_setting($1) as value', [name]);
    return rows[0]?.value ?? 'unknown';
  }

  /** Writes out dirty pages now, so that no round pays for those of an earlier one. */
  async checkpoint(): Promise<void> {
    await this.admin.query('checkpoint').catch(() => undefined);
  }

  async close(): Promise<void> {
    for (const name of this.names) await this.admin.query(`drop database if exists ${name} with (force)`);
    await this.admin.end();
  }
}
