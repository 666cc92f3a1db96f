import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../faults/recovery.ts';
import { freePort } from '../support/own-server.ts';
import { Daemon } from './daemon.ts';

/** Startup parameters that the gateway sets on each new connection, and that PgBouncer must ignore. */
const IGNORED = 'options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout,extra_float_digits';

interface Place {
  /** Path of PgBouncer. */
  readonly program: string;
  /** Folder of its settings and its log. */
  readonly folder: string;
  /** Port of PostgreSQL. */
  readonly leadsTo: number;
  /** Databases by the names that clients use; by default all, by their own names. */
  readonly databases?: Readonly<Record<string, string>>;
}

export interface PgBouncer {
  url(database: string): string;
  end(): Promise<void>;
}

/**
 * Starts a PgBouncer in front of PostgreSQL; it has room for all connections of some processes.
 * @param ignored startup parameters that it ignores
 */
export async function startPgBouncer(
  { program, folder, leadsTo, databases = {} }: Place,
  mode: 'session' | 'transaction',
  ignored = IGNORED,
): Promise<PgBouncer> {
  const port = await freePort();
  const settings = join(folder, `pgbouncer-${mode}.ini`);
  const server = `host=127.0.0.1 port=${leadsTo} user=postgres`;
  const known = Object.entries(databases).map(([name, database]) => `${name} = ${server} dbname=${database}`);
  writeFileSync(
    settings,
    `[databases]
${known.length === 0 ? `* = ${server}` : known.join('\n')}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 60
ignore_startup_parameters = ${ignored}
`,
  );
  const daemon = new Daemon(`pgbouncer-${mode}`, program, [settings], folder);
  await until('PgBouncer listens', () => {
    daemon.expectAlive();
    return daemon.log.includes('process up');
  });
  return { url: (database) => `postgresql://postgres@127.0.0.1:${port}/${database}`, end: () => daemon.end('SIGTERM') };
}
