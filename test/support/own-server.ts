import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { eventually } from './gateway.ts';

/** Where Debian keeps the binaries of PostgreSQL, by version. */
const POSTGRESQL_HOME = '/usr/lib/postgresql';

/** A server program with its own port and data, which a test starts, ends and restarts. */
export class OwnServer {
  readonly port: number;
  private child: ChildProcess | undefined;
  private output = '';
  private readonly options: OwnServerOptions;

  private constructor(port: number, options: OwnServerOptions) {
    this.port = port;
    this.options = options;
  }

  /** Starts PostgreSQL over TCP only, with a database `postgres` that accepts every user without a password. */
  static async postgreSql(): Promise<OwnServer> {
    const { initdb, postgres } = programs();
    if (initdb === undefined || postgres === undefined) throw new Error('There are no binaries of PostgreSQL.');
    const directory = mkdtempSync(join(tmpdir(), 'gateway-test-postgresql-'));
    const user = unprivileged();
    if (user !== undefined) chownSync(directory, user.uid, user.gid);
    execFileSync(initdb, ['-D', directory, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
      ...user,
      cwd: directory,
      stdio: 'ignore',
    });
    return OwnServer.start({
      program: postgres,
      args: (port) => ['-D', directory, '-p', port, '-c', 'listen_addresses=127.0.0.1', '-k', ''],
      ready: /ready to accept connections/,
      directory,
      user,
    });
  }

  static async nats(options: readonly string[] = []): Promise<OwnServer> {
    const { nats } = programs();
    if (nats === undefined) throw new Error('There is no nats-server.');
    return OwnServer.start({
      program: nats,
      args: (port) => ['-a', '127.0.0.1', '-p', port, ...options],
      ready: /Server is ready/,
    });
  }

  private static async start(options: OwnServerOptions): Promise<OwnServer> {
    const server = new OwnServer(await freePort(), options);
    await server.start();
    return server;
  }

  /** Its output since its last start; for PostgreSQL this is its log. */
  get log(): string {
    return this.output;
  }

  /** Ends it with a signal: SIGQUIT is PostgreSQL's immediate shutdown, SIGKILL leaves no time for anything. */
  async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    if (child === undefined) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
    this.child = undefined;
  }

  /** Starts it, also again, and waits until it is ready. */
  async start(): Promise<void> {
    // Sessions of a killed PostgreSQL end by themselves; until then it refuses to start.
    await eventually(() => this.tryToStart());
  }

  async remove(): Promise<void> {
    await this.end('SIGKILL');
    const { directory } = this.options;
    if (directory !== undefined) rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  private async tryToStart(): Promise<boolean> {
    const { program, args, ready, user, directory = tmpdir() } = this.options;
    this.output = '';
    const child = spawn(program, args(String(this.port)), {
      ...user,
      cwd: directory,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    this.child = child;
    const isReady = () => ready.test(this.output);
    await eventually(() => Promise.resolve(isReady() || child.exitCode !== null));
    return isReady();
  }
}

interface OwnServerOptions {
  readonly program: string;
  readonly args: (port: string) => readonly string[];
  /** Matches its output when it is ready. */
  readonly ready: RegExp;
  readonly directory?: string;
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
}

/** Finds the programs on this machine. */
export function programs() {
  const versions = existsSync(POSTGRESQL_HOME)
    ? readdirSync(POSTGRESQL_HOME).sort((a, b) => Number(b) - Number(a))
    : [];
  const homes = versions.map((version) => join(POSTGRESQL_HOME, version, 'bin'));
  const path = (process.env['PATH'] ?? '').split(delimiter);
  const find = (name: string, folders: readonly string[]) =>
    folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
  return {
    initdb: find('initdb', [...homes, ...path]),
    postgres: find('postgres', [...homes, ...path]),
    nats: find('nats-server', [...path, '/usr/sbin', '/usr/local/bin']),
  };
}

/** Returns the user that runs PostgreSQL, which refuses to run as root; undefined for the user of the tests. */
export function unprivileged(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** Returns a port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
