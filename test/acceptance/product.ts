import { spawn, type ChildProcess } from 'node:child_process';
import { eventually } from '../support/gateway.ts';
import { shellEnvironment, type Clone } from './clone.ts';

/** How `npm start` ended. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A line of the gateway's log. */
export interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly [field: string]: unknown;
}

/** `npm start` in a clone, with the environment of a person's shell and the few settings of a world. */
export class Product {
  private static readonly alive = new Set<Product>();
  readonly ended: Promise<Ending>;
  /** Everything that it has printed, including its log. */
  output = '';
  private readonly child: ChildProcess;

  constructor({ folder }: Clone, settings: Readonly<Record<string, string>>) {
    this.child = spawn('npm', ['start'], {
      cwd: folder,
      env: { ...shellEnvironment(), ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    Product.alive.add(this);
    // Its streams close with the last process that holds them, which is the gateway, not npm.
    this.ended = new Promise((resolve) => {
      this.child.once('close', (code, signal) => {
        Product.alive.delete(this);
        resolve({ code, signal });
      });
    });
  }

  static killAll(): void {
    for (const product of Product.alive) product.kill();
  }

  get isAlive(): boolean {
    return Product.alive.has(this);
  }

  /** Waits until it is ready; returns its address. */
  async ready(): Promise<string> {
    return this.whileAlive(async () => {
      const found = await eventually(() =>
        Promise.resolve(/ is ready at (http:\S+)\/graphql;/.exec(this.output) ?? undefined),
      );
      return found[1] ?? '';
    });
  }

  /** Does `work`, and fails immediately if the gateway ends meanwhile. */
  whileAlive<Result>(work: () => Promise<Result>): Promise<Result> {
    const death = this.ended.then(({ code, signal }) => {
      const fatalLines = this.log.filter(({ level }) => level >= FATAL_LEVEL).map((line) => JSON.stringify(line));
      throw new Error(
        `npm start ended with ${signal ?? code}:\n${[...fatalLines, this.output.slice(-2_000)].join('\n')}`,
      );
    });
    return Promise.race([work(), death]);
  }

  /** Sends SIGTERM to npm's process only, as `kill` does, and waits for the end. */
  async stop(): Promise<Ending> {
    this.child.kill('SIGTERM');
    return this.ended;
  }

  /** Kills npm and the gateway together, so that neither can clean up. */
  kill(): void {
    if (!this.hasLeft) process.kill(-(this.child.pid ?? 0), 'SIGKILL');
  }

  /** Whether all processes that it has started are gone. */
  get hasLeft(): boolean {
    try {
      process.kill(-(this.child.pid ?? 0), 0);
      return false;
    } catch {
      return true;
    }
  }

  get log(): readonly LogLine[] {
    return this.lines.filter(isLog).map((line) => JSON.parse(line) as LogLine);
  }

  /** Lines that it has printed beside its log. */
  get printed(): readonly string[] {
    return this.lines.filter((line) => !isLog(line));
  }

  private get lines(): readonly string[] {
    return this.output.split('\n');
  }
}

/** Level of lines that say why a process ends, in pino's log. */
const FATAL_LEVEL = 60;

/** Checks whether a line is one of pino's, a JSON object. */
function isLog(line: string): boolean {
  return line.startsWith('{"level":');
}
