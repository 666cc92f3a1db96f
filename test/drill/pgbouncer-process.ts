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
  /** A database under another name than its own; all others keep theirs. */
  readonly alias?: { readonly name: string; readonly database: string };
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
  { program, folder, leadsTo, alias }: Place,
  mode: 'session' | 'transaction',
  ignored = IGNORED,
): Promise<PgBouncer> {
  const port = await freePort();
  const settings = join(folder, `pgbouncer-${mode}.ini`);
  const server = `host=127.0.0.1 port=${leadsTo} user=postgres`;
  writeFileSync(
    settings,
    `[databases]
${alias === undefined ? '' : `${alias.name} = ${server} dbname=${alias.database}`}
* = ${server}
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
