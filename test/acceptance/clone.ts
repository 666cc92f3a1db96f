import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** What a fresh clone does not have; `node_modules` is linked, as if `npm ci` had run there. */
const NOT_CLONED = new Set(['node_modules', '.git', '.data', 'dist', 'coverage']);
/** Variables that a shell keeps from this process; all others belong to npm, jest or the test run. */
const SHELL_VARIABLES = ['HOME', 'LANG', 'LC_ALL', 'LOGNAME', 'SHELL', 'TERM', 'TZ', 'USER'];

/** A project as it is after `git clone` and `npm ci`: nothing built, nothing started, no data, no settings. */
export class Clone {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static of(project = ROOT): Clone {
    const folder = mkdtempSync(join(tmpdir(), 'gateway-clone-'));
    cpSync(project, folder, {
      recursive: true,
      filter: (path) => !NOT_CLONED.has(relative(project, path).split('/', 1)[0] ?? ''),
    });
    symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
    return new Clone(folder);
  }

  /** Where the gateway stores its data by default. */
  get dataFolder(): string {
    return join(this.folder, '.data');
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8');
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Returns the environment of a person's shell, without the folders that npm adds to PATH, and jest's NODE_ENV. */
export function shellEnvironment(): Record<string, string> {
  const { PATH = '' } = process.env;
  const path = PATH.split(delimiter).filter((folder) => !`${folder}/`.includes('/node_modules/'));
  const named = SHELL_VARIABLES.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(named), PATH: path.join(delimiter) };
}
