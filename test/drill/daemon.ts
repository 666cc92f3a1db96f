import { spawn, type ChildProcess } from 'node:child_process';
import { chownSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { unprivileged } from '../support/own-server.ts';

/** Timeout before a daemon is killed, in milliseconds. */
const END_MS_MAX = 15_000;
/** How much of the log of a failed daemon is shown, in characters. */
const SHOWN = 2_000;

/** Creates the drill's folder, which the user that runs PostgreSQL can write to. */
export function drillFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'gateway-drill-'));
  const user = unprivileged();
  if (user !== undefined) chownSync(path, user.uid, user.gid);
  return {
    path,
    remove: () => {
      rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** A server program that the drill starts and ends; it never runs as root. */
export class Daemon {
  private static readonly all = new Set<Daemon>();
  readonly name: string;
  private readonly child: ChildProcess;
  private readonly logFile: string;

  /** @param folder its working directory, and the folder of its log */
  constructor(name: string, program: string, args: readonly string[], folder: string) {
    this.name = name;
    this.logFile = join(folder, `${name}.log`);
    const log = openSync(this.logFile, 'w');
    // PATH is for patroni, which starts other programs; the rest of this process's environment is not passed on.
    const env = { PATH: process.env['PATH'] ?? '', HOME: folder, LANG: 'C.UTF-8' };
    this.child = spawn(program, args, { ...unprivileged(), cwd: folder, env, stdio: ['ignore', log, log] });
    closeSync(log);
    this.child.on('error', () => undefined);
    Daemon.all.add(this);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get log(): string {
    return readFileSync(this.logFile, 'utf8');
  }

  /** @throws with the end of its log if it has ended */
  expectAlive(): void {
    if (this.hasEnded) throw new Error(`${this.name} has ended:\n${this.log.slice(-SHOWN)}`);
  }

  /** Ends it, with SIGKILL if it does not end in time. */
  async end(signal: NodeJS.Signals): Promise<void> {
    Daemon.all.delete(this);
    if (this.hasEnded) return;
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill(signal);
    await Promise.race([ended, wait(END_MS_MAX, undefined, { ref: false })]);
    this.child.kill('SIGKILL');
    await ended;
  }

  /** Ends all daemons, the last one first, since later ones depend on earlier ones. */
  static async endAll(): Promise<void> {
    for (const daemon of [...Daemon.all].toReversed()) await daemon.end('SIGTERM');
  }

  private get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null || this.child.pid === undefined;
  }
}
