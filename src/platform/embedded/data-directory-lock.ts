import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EnvironmentError } from '../environment-error.ts';
import { errorCode } from '../error-code.ts';

/** Another live process has the folder; the message names it. */
export class DataDirectoryInUse extends EnvironmentError {}

/**
 * Takes the folder of the embedded database for this process only. PGlite itself takes no lock: two processes on one
 * folder lose each other's acknowledged rows. A lock whose process is gone is taken over. It sees the processes of its
 * own machine only: two containers must not share a folder.
 * @returns a function that gives the folder back
 * @throws DataDirectoryInUse while another live process holds it
 */
export function lockDataDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true });
  const file = join(directory, 'gateway.pid');
  while (!createWhole(file)) {
    refuseLiveOwner(file, directory);
    if (takeOver(file, directory)) break;
  }
  return () => {
    rmSync(file, { force: true });
  };
}

/** Writes this process into a new file. It appears with its text, or not at all when there is one already. */
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
 * Replaces a lock whose owner is gone. Only one process at a time may, or the second would replace the first's own:
 * a later process finds the takeover taken, and looks at the lock again.
 */
function takeOver(file: string, directory: string): boolean {
  const takeover = `${file}.takeover`;
  if (!createWhole(takeover)) {
    const other = readOwner(takeover);
    if (other !== undefined && !isAlive(other)) rmSync(takeover, { force: true });
    return false;
  }
  try {
    // A lock that was given back meanwhile is free to all again: only one that is there is replaced.
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
  /** When the process began, in clock ticks since boot; empty where that is not known. */
  readonly start: string;
}

function draftOf(file: string): string {
  return `${file}.${process.pid}`;
}

function writeDraft(draft: string): void {
  writeFileSync(draft, `${process.pid} ${processStart(process.pid) ?? ''}`);
}

/** Who a lock names, or undefined when there is none. */
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
 * When a process began (Linux): tells a live owner from a later process of the same id. One that has ended and that its
 * parent has not yet asked for is there for ever where nobody asks, as under most first processes of containers.
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
