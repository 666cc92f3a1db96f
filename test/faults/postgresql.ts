import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { freePort, programs, unprivileged } from '../support/own-server.ts';
import { childrenOf } from '../support/process-table.ts';
import { OwnDisk } from './own-disk.ts';
import { until } from './recovery.ts';

const CONNECT_MS_MAX = 5_000;

/** A PostgreSQL server that faults can kill, freeze and promote; it listens on this machine only. */
export class PostgreSql {
  readonly port: number;
  readonly disk: OwnDisk;
  private child: ChildProcess | undefined;

  private constructor(port: number, disk: OwnDisk) {
    this.port = port;
    this.disk = disk;
  }

  /** Starts a new server on its own disk. */
  static async primary(): Promise<PostgreSql> {
    const server = new PostgreSql(await freePort(), new OwnDisk(unprivileged()));
    run('initdb', ['-D', server.data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']);
    writeFileSync(
      join(server.data, 'pg_hba.conf'),
      'host all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust\n',
    );
    await server.start();
    return server;
  }

  /** Starts a synchronous standby: it has everything that `primary` acknowledges from now on. */
  static async standbyOf(primary: PostgreSql): Promise<PostgreSql> {
    const server = new PostgreSql(await freePort(), new OwnDisk(unprivileged()));
    const from = `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`;
    run('pg_basebackup', ['-D', server.data, '-R', '-d', from, '-c', 'fast', '--no-sync']);
    await server.start();
    await primary.sql("alter system set synchronous_standby_names = 'standby'");
    await primary.sql('select pg_reload_conf()');
    await until('the standby is synchronous', async () => {
      const [row] = await primary.sql<{ sync_state: string }>('select sync_state from pg_stat_replication');
      return row?.sync_state === 'sync';
    });
    return server;
  }

  get url(): string {
    return `postgresql://postgres@127.0.0.1:${this.port}/postgres`;
  }

  /** Starts it, and waits until it accepts statements, which are reads on a standby. */
  async start(): Promise<void> {
    await until('PostgreSQL takes statements', async () => {
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
        // The session has ended in the meantime.
      }
  }

  /** Promotes a standby to primary. */
  async promote(): Promise<void> {
    await this.sql('select pg_promote()');
    await this.sql("alter system set synchronous_standby_names = ''");
    await this.sql('select pg_reload_conf()');
  }

  sql<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    return this.session(async (client) => (await client.query<Row>(text)).rows);
  }

  /** Runs `work` in a session that bypasses the proxy. */
  async session<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: CONNECT_MS_MAX });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  async remove(): Promise<void> {
    this.signalAll('SIGCONT');
    await this.end('SIGQUIT');
    this.disk.remove();
  }

  private get data(): string {
    return join(this.disk.folder, 'data');
  }

  private launch(): ChildProcess {
    const settings = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'max_connections=100',
      'fsync=off',
      'max_wal_size=64MB',
    ];
    const args = ['-D', this.data, '-p', String(this.port), ...settings.flatMap((setting) => ['-c', setting])];
    return spawn(programs().postgres ?? '', args, { ...unprivileged(), cwd: this.disk.folder, stdio: 'ignore' });
  }
}

function run(program: string, args: readonly string[]): void {
  const home = dirname(programs().postgres ?? '');
  execFileSync(join(home, program), args, { ...unprivileged(), cwd: tmpdir(), stdio: 'ignore' });
}
