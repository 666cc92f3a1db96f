import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { EnvironmentError } from '../environment-error.ts';
import { filesOf, type TarEntry } from './tar.ts';

const VERSION_FILE = 'PG_VERSION';
/** Size of a further segment of PostgreSQL's write-ahead log, in bytes. */
const ROOM_BYTES = 16 * 1_048_576;
const { R_OK, W_OK } = constants;
/** Permissions of a file, of which PGlite needs one each, even if root runs it, whom the system lets do everything. */
const [MAY_READ, MAY_WRITE] = [0o444, 0o222];

/** The files of the embedded database cannot be opened; the message says why and what to do. */
class UnusableFiles extends EnvironmentError {}

/** Returns the folder of the embedded database within the data directory. */
export function folderIn(dataDirectory: string): string {
  return join(dataDirectory, 'pglite');
}

/** Checks whether there is a database in the folder, intact or damaged. */
export function hasFiles(folder: string): boolean {
  return existsSync(join(folder, VERSION_FILE));
}

/**
 * Creates the files of a new database if there are none, without initdb, which takes several seconds. It creates all or
 * none, so that a killed first start leaves nothing that looks like a database.
 */
export async function makeFiles(folder: string): Promise<void> {
  if (hasFiles(folder)) return;
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new UnusableFiles(
      `The folder ${folder} has files but no ${VERSION_FILE}, so it is not a complete database: ${whatToDo(folder)}`,
    );
  const draft = `${folder}.new`;
  const files = await newFiles();
  try {
    // Left by a start that was killed.
    rmSync(draft, { recursive: true, force: true });
    for (const { name, content } of files) {
      const file = join(draft, name);
      mkdirSync(content === undefined ? file : dirname(file), { recursive: true });
      if (content !== undefined) writeFileSync(file, content);
    }
    renameSync(draft, folder);
  } catch (error) {
    // It may have filled the disk.
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

/** Finds out why PGlite could not open its files; PGlite itself only reports that it has ended. */
export async function whyUnusable(folder: string, error: unknown): Promise<unknown> {
  try {
    tryToUse(folder);
    const [version, wanted] = [readFileSync(join(folder, VERSION_FILE), 'utf8').trim(), await versionOfThisRelease()];
    if (/^\d+$/.test(version) && version !== wanted)
      return new UnusableFiles(
        `The folder ${folder} contains a database of PostgreSQL ${version}, but this release uses ${wanted}: start the release that created it, or choose another folder with DATA_DIR.`,
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

/** @throws UnusableFiles or the system's error when the files cannot be read and written, or have no room to grow */
function tryToUse(folder: string): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const path of [folder, ...names.map((name) => join(folder, name))]) {
    accessSync(path, R_OK | W_OK);
    const { mode } = statSync(path);
    if ((mode & MAY_READ) === 0 || (mode & MAY_WRITE) === 0)
      throw new UnusableFiles(
        `The database in the folder ${folder} is read-only at ${path}: give its owner read and write permission, or choose another folder with DATA_DIR.`,
      );
  }
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

async function newFiles(): Promise<readonly TarEntry[]> {
  return filesOf(await archiveOfNewFiles());
}

/** Returns the files of a new database. They are loaded only for one, or to explain why another cannot be opened. */
export async function archiveOfNewFiles(): Promise<Blob> {
  const { dataDir } = await import('@electric-sql/pglite-prepopulatedfs');
  return dataDir();
}
