import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { canPin, SERVER_CPU } from './processes.ts';

const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 10_000;

/** A server under test, pinned to the servers' CPU or to the given CPUs if that is possible. */
export class ServerProcess {
  readonly pid: number;
  readonly port: number;
  /** Milliseconds from its spawn until it reported where it listens. */
  readonly startMs: number;
  private readonly child: ChildProcess;

  private constructor(child: ChildProcess, { port, startMs }: Pick<ServerProcess, 'port' | 'startMs'>) {
    this.child = child;
    this.pid = child.pid ?? 0;
    this.port = port;
    this.startMs = startMs;
  }

  /**
   * Starts a script with this Node and waits until it reports where it listens.
   * @throws Error with its output if it ends before that or reports nothing in time
   */
  static async start(
    script: URL,
    environment: Readonly<Record<string, string>>,
    cpus = String(SERVER_CPU),
  ): Promise<ServerProcess> {
    const node = [process.execPath, '--no-warnings', script.pathname];
    const [command = '', ...args] = canPin ? ['taskset', '-c', cpus, ...node] : node;
    const spawnedAt = performance.now();
    const child = spawn(command, args, {
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const kill = () => child.kill('SIGKILL');
    process.once('exit', kill);
    child.once('exit', () => process.off('exit', kill));
    try {
      const port = await portOf(child);
      return new ServerProcess(child, { port, startMs: performance.now() - spawnedAt });
    } catch (error) {
      kill();
      throw error;
    }
  }

  /** @throws Error if the server has ended by itself */
  assertAlive(): void {
    if (this.child.exitCode !== null || this.child.signalCode !== null) throw new Error('A server has ended.');
  }

  /** Ends the process, by force if that takes too long. */
  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, 'exit');
    const force = setTimeout(() => this.child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    this.child.kill('SIGTERM');
    await exited;
    clearTimeout(force);
  }
}

function portOf(child: ChildProcess): Promise<number> {
  let written = '';
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => {
      reject(new Error(`A server did not start: ${reason}\n${written}`));
    };
    const timeout = setTimeout(fail, START_TIMEOUT_MS, 'it said nothing in time.');
    child.once('exit', (code) => {
      clearTimeout(timeout);
      fail(`it ended with ${String(code)}.`);
    });
    child.once('error', ({ message }) => {
      clearTimeout(timeout);
      fail(message);
    });
    const read = (chunk: Buffer) => {
      if (written.length < 10_000) written += chunk.toString();
      const port = /ready(?: at|;) http:\/\/[^:]+:(\d+)/.exec(written)?.[1];
      if (port === undefined) return;
      clearTimeout(timeout);
      resolve(Number(port));
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
  });
}
