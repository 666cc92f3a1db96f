import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { eventually } from '../support/gateway.ts';
import { freePort, programs, unprivileged } from '../support/own-server.ts';

/** A PostgreSQL of the faults' own: killed, frozen, promoted; it listens on this machine alone. */
export class PostgreSql {
  readonly port: number;
  readonly directory: string;
  private child: ChildProcess | undefined;

  private constructor(port: number, directory: string) {
    this.port = port;
    this.directory = directory;
  }

  /** A new one, in a folder of its own. */
  static async primary(): Promise<PostgreSql> {
    const server = new PostgreSql(await freePort(), ownFolder());
    run('initdb', ['-D', server.data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']);
    writeFileSync(
      join(server.data, 'pg_hba.conf'),
      'host all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust\n',
    );
    await server.start();
    return server;
  }

  /** A synchronous standby: what `primary` acknowledges from now on is here too. */
  static async standbyOf(primary: PostgreSql): Promise<PostgreSql> {
    const server = new PostgreSql(await freePort(), ownFolder());
    const from = `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`;
    run('pg_basebackup', ['-D', server.data, '-R', '-d', from, '-c', 'fast', '--no-sync']);
    await server.start();
    await primary.sql("alter system set synchronous_standby_names = 'standby'");
    await primary.sql('select pg_reload_conf()');
    await eventually(async () => {
      const [row] = await primary.sql<{ sync_state: string }>('select sync_state from pg_stat_replication');
      return row?.sync_state === 'sync';
    });
    return server;
  }

  get url(): string {
    return `postgresql://postgres@127.0.0.1:${this.port}/postgres`;
  }

  /** Waits until it takes writes, or reads as a standby. */
  async start(): Promise<void> {
    await eventually(async () => {
      if (this.child?.exitCode !== null) this.child = this.launch();
      return this.sql('select 1').then(
        () => true,
        () => false,
      );
    });
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    if (child === undefined) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
    this.child = undefined;
  }

  /** Signals it and all its sessions, as SIGSTOP and SIGCONT must. */
  signalAll(signal: NodeJS.Signals): void {
    const pid = this.child?.pid ?? 0;
    for (const each of [pid, ...childrenOf(pid)])
      try {
        process.kill(each, signal);
      } catch {
        // A session that has ended meanwhile needs no signal.
      }
  }

  /** Makes a standby the one that takes writes. */
  async promote(): Promise<void> {
    await this.sql('select pg_promote()');
    await this.sql("alter system set synchronous_standby_names = ''");
    await this.sql('select pg_reload_conf()');
  }

  async sql<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(text, [...values])).rows;
    } finally {
      await client.end();
    }
  }

  async remove(): Promise<void> {
    this.signalAll('SIGCONT');
    await this.end('SIGQUIT');
    rmSync(this.directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  private get data(): string {
    return join(this.directory, 'data');
  }

  private launch(): ChildProcess {
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=100', 'fsync=off'];
    const args = ['-D', this.data, '-p', String(this.port), ...settings.flatMap((setting) => ['-c', setting])];
    return spawn(programs().postgres ?? '', args, { ...unprivileged(), cwd: this.directory, stdio: 'ignore' });
  }
}

function ownFolder(): string {
  return ownedByServer(mkdtempSync(join(tmpdir(), 'gateway-faults-')));
}

/** Gives a folder to the user that PostgreSQL runs as. */
function ownedByServer(folder: string): string {
  const user = unprivileged();
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  return folder;
}

function run(program: string, args: readonly string[]): void {
  const home = dirname(programs().postgres ?? '');
  execFileSync(join(home, program), args, { ...unprivileged(), cwd: tmpdir(), stdio: 'ignore' });
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => parentOf(name) === pid)
    .map(Number);
}

function parentOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}
