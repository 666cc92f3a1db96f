import { execFile, spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { exclusively } from './exclusively.ts';
import { noteLoggedError } from './worker-logged-errors.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Where Node keeps compiled code: compiling the server is a third of the time of its start. */
const COMPILED = join(ROOT, 'dist', '.compiled');

/** A line of a gateway's log, of level error or above. */
const ERROR_LINE = /^\{"level":[56]0,.*"msg":".*"\}$/gm;

export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** How long it ran, in milliseconds. */
  readonly livedMs: number;
}

/** A test's own Node process, with only the given environment and PATH; `endAll` ends those that are left. */
export class TestProcess {
  private static readonly alive = new Set<TestProcess>();
  readonly pid: number;
  readonly ended: Promise<Ending>;
  output = '';
  errors = '';
  private readonly child: ChildProcessByStdio<null, Readable, Readable>;

  constructor(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
    const began = performance.now();
    const { PATH = '' } = process.env;
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { PATH, NODE_COMPILE_CACHE: COMPILED, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.errors += text));
    this.child = child;
    this.pid = child.pid ?? 0;
    TestProcess.alive.add(this);
    this.ended = new Promise((resolve) => {
      child.once('close', (code, signal) => {
        TestProcess.alive.delete(this);
        for (const [line] of this.output.matchAll(ERROR_LINE)) noteLoggedError(line);
        resolve({ code, signal, livedMs: performance.now() - began });
      });
    });
  }

  /** Waits until standard output matches `pattern`. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.output);
      if (found !== null) return found;
      if (!TestProcess.alive.has(this))
        throw new Error(`The process ended and never said ${String(pattern)}: ${this.errors}`);
      await Promise.race([once(this.child.stdout, 'data'), this.ended]);
    }
  }

  send(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  async end(signal: NodeJS.Signals): Promise<Ending> {
    this.send(signal);
    return this.ended;
  }

  static async endAll(): Promise<void> {
    await Promise.all([...TestProcess.alive].map((left) => left.end('SIGKILL')));
  }
}

/** What `npm start` runs after the build. */
export const SERVER = 'dist/server/main.js';

/**
 * Options of Node: V8 compiles the embedded database only with its baseline compiler. Optimizing it too, for a process
 * that lives only as long as a test, is a quarter of the CPU time of its start.
 */
const SHORT_LIVED = ['--liftoff-only'];
/** A manifest without documents: compiling the examples is another third, and few tests send their ids. */
const NO_DOCUMENTS = join(ROOT, 'test', 'support', 'no-documents.json');
/** Environment with the examples, as in the sandbox. */
export const EXAMPLE_DOCUMENTS = { PERSISTED_DOCUMENTS: '' };

/**
 * Starts the built server, listening or not; call `buildServer` first.
 * @param args of Node: the server or another script, after any options
 */
export function serverProcess(environment: Readonly<Record<string, string>>, ...args: readonly string[]): TestProcess {
  return new TestProcess(args.length === 0 ? [...SHORT_LIVED, SERVER] : args, {
    PORT: '0',
    LOG_LEVEL: 'warn',
    RATE_LIMIT: '0',
    PERSISTED_DOCUMENTS: NO_DOCUMENTS,
    ...environment,
  });
}

/** Starts a relay that never pauses, directly from the sources; it prints `relaying` when it has started. */
export function relayProcess(databaseUrl: string): TestProcess {
  return sourceProcess('relay-process.ts', databaseUrl);
}

/** Starts a worker that reprocesses without pause, from the sources; it prints `reprocessing` when it has started. */
export function reprocessingProcess(databaseUrl: string): TestProcess {
  return sourceProcess('reprocessing-process.ts', databaseUrl);
}

function sourceProcess(name: string, databaseUrl: string): TestProcess {
  return fromSources(name, { DATABASE_URL: databaseUrl });
}

/** Starts a script beside this one, loaded as tests are. */
function fromSources(name: string, environment: Readonly<Record<string, string>>): TestProcess {
  const loader = new URL('../runner/modules.mjs', import.meta.url).pathname;
  const script = fileURLToPath(new URL(name, import.meta.url));
  return new TestProcess(['--no-warnings', '--import', loader, script], environment);
}

/** Starts workers without an API, directly from the sources; they print `working` when they have started. */
export function deliveryProcess(environment: Readonly<Record<string, string>>): TestProcess {
  return fromSources('delivery-process.ts', { LOG_LEVEL: 'warn', SANDBOX: 'true', ...environment });
}

/**
 * Builds what `npm start` runs, once per test run, or once for all runs with the same GATEWAY_BUILD: files that need it
 * at the same time wait for the first.
 */
export async function buildServer(): Promise<void> {
  const { GATEWAY_TEST_RUN = '', GATEWAY_BUILD: run = GATEWAY_TEST_RUN } = process.env;
  const builtFor = join(ROOT, 'dist', '.built-for');
  await exclusively(`build ${ROOT}`, async () => {
    if (existsSync(builtFor) && readFileSync(builtFor, 'utf8') === run) return;
    await promisify(execFile)('npm', ['run', '--silent', 'build'], { cwd: ROOT });
    writeFileSync(builtFor, run);
  });
}
