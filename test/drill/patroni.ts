import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { until } from '../faults/recovery.ts';
import { freePort } from '../support/own-server.ts';
import { Daemon } from './daemon.ts';
import { haproxySettings } from './haproxy.ts';
import type { DrillPrograms } from './packages.ts';
import { childrenOf, isAlive } from '../support/process-table.ts';

const CONNECT_MS_MAX = 3_000;
const MEMBERS = ['one', 'two'];

/** Times of Patroni, in seconds: the lowest that it accepts. */
const PATRONI_TIMES = { ttl: 20, loop_wait: 1, retry_timeout: 3 };

interface Member {
  readonly name: string;
  readonly data: string;
  readonly port: number;
  readonly restPort: number;
  readonly daemon: Daemon;
}

/** Two PostgreSQL servers under Patroni, one of them a synchronous standby, with etcd, and HAProxy in front of them. */
export class PatroniCluster {
  /** Port of HAProxy, which forwards to the primary. */
  readonly port: number;
  private readonly members: readonly Member[];

  private constructor(port: number, members: readonly Member[]) {
    this.port = port;
    this.members = members;
  }

  static async start(programs: DrillPrograms, folder: string): Promise<PatroniCluster> {
    const etcdPort = await startEtcd(programs, folder);
    const members: Member[] = [];
    for (const name of MEMBERS) members.push(await startMember(name, { programs, folder, etcdPort }));
    const port = await freePort();
    const settings = join(folder, 'haproxy.cfg');
    writeFileSync(settings, haproxySettings(port, members));
    const haproxy = new Daemon('haproxy', programs.haproxy, ['-db', '-f', settings], folder);
    const cluster = new PatroniCluster(port, members);
    await until('there are a primary and a synchronous standby', async () => {
      for (const daemon of [haproxy, ...members.map((member) => member.daemon)]) daemon.expectAlive();
      return cluster.isWhole();
    });
    return cluster;
  }

  url(database: string): string {
    return `postgresql://postgres@127.0.0.1:${this.port}/${database}`;
  }

  /** Whether HAProxy forwards to a primary that has a synchronous standby. */
  async isWhole(): Promise<boolean> {
    const text = "select count(*)::int as standbys from pg_stat_replication where sync_state = 'sync'";
    const rows = await this.sql<{ standbys: number }>('postgres', text).catch(() => []);
    return rows[0]?.standbys === 1;
  }

  /** Whether HAProxy forwards to a server that accepts writes. */
  takesWrites(): Promise<boolean> {
    return this.sql('postgres', 'select pg_current_xact_id()').then(
      () => true,
      () => false,
    );
  }

  async sql<Row extends pg.QueryResultRow>(database: string, text: string): Promise<Row[]> {
    const client = new pg.Client({
      connectionString: this.url(database),
      connectionTimeoutMillis: CONNECT_MS_MAX,
      query_timeout: CONNECT_MS_MAX,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** Kills all processes of the primary PostgreSQL, as the OOM killer would; its Patroni stays alive. */
  async killPrimary(): Promise<string> {
    const primary = await this.primary();
    const killed = killPostgreSql(primary.data);
    if (!killed) throw new Error(`PostgreSQL ${primary.name} did not live when it was to be killed.`);
    return primary.name;
  }

  private async primary(): Promise<Member> {
    for (const member of this.members) {
      const answer = await fetch(`http://127.0.0.1:${member.restPort}/primary`).catch(() => undefined);
      if (answer?.status === 200) return member;
    }
    throw new Error('There is no primary.');
  }
}

async function startEtcd({ etcd }: DrillPrograms, folder: string): Promise<number> {
  const [port, peerPort] = [await freePort(), await freePort()];
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  const urls = Object.entries({
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
    'data-dir': join(folder, 'etcd'),
  });
  const args = urls.map(([name, value]) => `--${name}=${value}`);
  const daemon = new Daemon('etcd', etcd, args, folder);
  await until('etcd answers', () => {
    daemon.expectAlive();
    return fetch(`${client}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  return port;
}

interface Site {
  readonly programs: DrillPrograms;
  readonly folder: string;
  readonly etcdPort: number;
}

async function startMember(name: string, { programs, folder, etcdPort }: Site): Promise<Member> {
  const [port, restPort, data] = [await freePort(), await freePort(), join(folder, name)];
  const local = `127.0.0.1:${port}`;
  const settings = {
    scope: 'drill',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      // Does not wait for a crashed primary to restart: the synchronous standby can take over immediately.
      dcs: { ...PATRONI_TIMES, primary_start_timeout: 0, synchronous_mode: true, postgresql: { use_pg_rewind: true } },
      initdb: [{ encoding: 'UTF8' }, { auth: 'trust' }, 'data-checksums'],
    },
    postgresql: {
      listen: local,
      connect_address: local,
      data_dir: data,
      bin_dir: programs.postgresql,
      pgpass: join(folder, `${name}.pgpass`),
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
      authentication: { superuser: { username: 'postgres' }, replication: { username: 'replicator' } },
      parameters: { unix_socket_directories: '', max_connections: 200 },
    },
  };
  // JSON is YAML as well.
  const file = join(folder, `${name}.yml`);
  writeFileSync(file, JSON.stringify(settings));
  return { name, data, port, restPort, daemon: new Daemon(`patroni-${name}`, programs.patroni, [file], folder) };
}

/** Kills the PostgreSQL processes that Patroni leaves behind in the drill's folder: they are not its children. */
export function killPostgreSqlIn(folder: string): void {
  for (const name of MEMBERS) killPostgreSql(join(folder, name));
}

/** Kills PostgreSQL with all its processes; returns false if it is not running. */
function killPostgreSql(data: string): boolean {
  const pid = recordedPid(data);
  // In the meantime another process can have got this id, which must not be killed.
  if (pid === undefined || !isAlive(pid, 'postgres')) return false;
  for (const each of [pid, ...childrenOf(pid)]) killHard(each);
  return true;
}

/** Returns the process id in PostgreSQL's file; undefined if it has shut down in order. */
function recordedPid(data: string): number | undefined {
  const file = join(data, 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n', 1)[0]) : undefined;
}

function killHard(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended in the meantime.
  }
}
