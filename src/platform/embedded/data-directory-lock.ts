import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EnvironmentError } from '../environment-error.ts';
import { errorCode } from '../error-code.ts';
import { makeFolder } from '../make-folder.ts';

/** Another live process uses the folder; the message names that process. */
export class DataDirectoryInUse extends EnvironmentError {}

/**
 * Locks the folder of the embedded database for this process. PGlite itself takes no lock: two processes on one folder
 * lose each other's acknowledged rows. A lock whose process has ended is taken over. Only processes of the same machine
 * are detected: two containers must not share a folder.
 * @returns a function that releases the folder
 * @throws DataDirectoryInUse while another live process holds it
 */
export function lockDataDirectory(directory: string): () => void {
  makeFolder(directory);
  const file = join(directory, 'gateway.pid');
  while (!createWhole(file)) {
    refuseLiveOwner(file, directory);
    if (takeOver(file, directory)) break;
  }
  return () => {
    rmSync(file, { force: true });
  };
}

/** Creates a file that names this process. It appears complete, or not at all if it exists already. */
function createWhole(file: string): boolean {
  const draft = draftOf(file);
  try {
    writeDraft(draft);
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Replaces a lock whose owner has ended. Only one process at a time may do so, or the second would replace the lock of
 * the first: a later process finds the takeover file, and checks the lock again.
 */
function takeOver(file: string, directory: string): boolean {
  const takeover = `${file}.takeover`;
  if (!createWhole(takeover)) {
    const other = readOwner(takeover);
    if (other !== undefined && !isAlive(other)) rmSync(takeover, { force: true });
    return false;
  }
  try {
    // A lock that was released meanwhile is open to all again: only an existing one is replaced.
    if (readOwner(file) === undefined) return false;
    refuseLiveOwner(file, directory);
    writeDraft(draftOf(file));
    renameSync(draftOf(file), file);
    return true;
  } finally {
    rmSync(takeover, { force: true });
  }
}

interface Owner {
  readonly pid: number;
  /** When the process started, in clock ticks since boot; empty if unknown. */
  readonly start: string;
}

function draftOf(file: string): string {
  return `${file}.${process.pid}`;
}

function writeDraft(draft: string): void {
  writeFileSync(draft, `${process.pid} ${processStart(process.pid) ?? ''}`);
}

/** Returns the owner that a lock names, or undefined if there is no lock. */
function readOwner(file: string): Owner | undefined {
  try {
    const [pid = '', start = ''] = readFileSync(file, 'utf8').split(' ');
    return { pid: Number(pid), start };
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    return undefined;
  }
}

function refuseLiveOwner(file: string, directory: string): void {
  const owner = readOwner(file);
  if (owner === undefined || !isAlive(owner)) return;
  throw new DataDirectoryInUse(
    `The folder ${directory} is in use by process ${owner.pid}: stop that process, or choose another folder with DATA_DIR.`,
  );
}

function isAlive({ pid, start }: Owner): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  const startNow = processStart(pid);
  if (startNow !== undefined) return startNow === start;
  try {
    process.kill(pid, 0);
    return pid !== process.pid;
  } catch {
    return false;
  }
}

/**
 * Returns when a process started (Linux), to distinguish a live owner from a later process with the same id. A zombie
 * counts as ended: it stays for ever if its parent never reaps it, as most first processes of containers do not.
 */
function processStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return /^[ZX]$/.test(fields[0] ?? '') ? 'ended' : fields[19];
  } catch {
    return undefined;
  }
}
