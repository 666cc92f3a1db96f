import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { EnvironmentError } from '../environment-error.ts';
import { filesOf, type TarEntry } from './tar.ts';

const VERSION_FILE = 'PG_VERSION';
/** What PostgreSQL takes for a further piece of its write-ahead log, in bytes. */
const ROOM_BYTES = 16 * 1_048_576;
const { R_OK, W_OK } = constants;

/** The files of the embedded database cannot be opened as one; the message says why and what to do. */
class UnusableFiles extends EnvironmentError {}

/** Where the files of the embedded database lie in the folder of the process. */
export function folderIn(dataDirectory: string): string {
  return join(dataDirectory, 'pglite');
}

/** Whether there is a database in the folder, whole or damaged. */
export function hasFiles(folder: string): boolean {
  return existsSync(join(folder, VERSION_FILE));
}

/**
 * Makes the files of a new database where there are none, as initdb would in several seconds: all of them or none, so
 * that a first start that is killed leaves nothing that looks like a database.
 */
export async function makeFiles(folder: string): Promise<void> {
  if (hasFiles(folder)) return;
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new UnusableFiles(
      `The folder ${folder} has files but no ${VERSION_FILE}, so that it is not a complete database: ${whatToDo(folder)}`,
    );
  const draft = `${folder}.new`;
  const files = await newFiles();
  try {
    // Of a start that was killed.
    rmSync(draft, { recursive: true, force: true });
    for (const { name, content } of files) {
      const file = join(draft, name);
      mkdirSync(content === undefined ? file : dirname(file), { recursive: true });
      if (content !== undefined) writeFileSync(file, content);
    }
    renameSync(draft, folder);
  } catch (error) {
    // It may have taken the last room of the disk.
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

/** What kept PGlite from opening its files, which itself says no more than that it has ended. */
export async function whyUnusable(folder: string, error: unknown): Promise<unknown> {
  try {
    tryToUse(folder);
    const [version, wanted] = [readFileSync(join(folder, VERSION_FILE), 'utf8').trim(), await versionOfThisRelease()];
    if (/^\d+$/.test(version) && version !== wanted)
      return new UnusableFiles(
        `The folder ${folder} has a database of PostgreSQL ${version}, and this release has ${wanted}: start the release that made it, or choose another folder with DATA_DIR.`,
      );
  } catch (obstacle) {
    return obstacle;
  }
  return new UnusableFiles(
    `The database in the folder ${folder} is damaged and cannot be opened: ${whatToDo(folder)}`,
    {
      cause: error,
    },
  );
}

function whatToDo(folder: string): string {
  return `restore it from a copy, delete ${folder} to start over, or choose another folder with DATA_DIR.`;
}

/** @throws what the system says when the files may not be read and written, or have no room to grow */
function tryToUse(folder: string): void {
  accessSync(folder, R_OK | W_OK);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    accessSync(join(folder, name), R_OK | W_OK);
  const probe = join(folder, '..', 'room.probe');
  try {
    writeFileSync(probe, Buffer.alloc(ROOM_BYTES));
  } finally {
    rmSync(probe, { force: true });
  }
}

async function versionOfThisRelease(): Promise<string | undefined> {
  const files = await newFiles();
  return files
    .find(({ name }) => name === `/${VERSION_FILE}`)
    ?.content?.toString('utf8')
    .trim();
}

/** Loaded only where they are needed: once in the life of a folder. */
async function newFiles(): Promise<readonly TarEntry[]> {
  const { dataDir } = await import('@electric-sql/pglite-prepopulatedfs');
  return filesOf(await dataDir());
}
