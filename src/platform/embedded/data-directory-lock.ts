import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EnvironmentError } from '../environment-error.ts';
import { errorCode } from '../error-code.ts';
import { makeFolder } from '../make-folder.ts';

/** How the names of claims begin. */
const CLAIM = 'gateway.pid.takeover';
/** More digits than the start of any process has. */
const START_DIGITS_MAX = 20;

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
  while (!createWhole(file, file)) {
    refuseLiveOwner(file, directory);
    if (takeOver(file)) break;
  }
  // A process that holds a claim finds this lock.
  for (const name of readdirSync(directory)) if (name.startsWith(CLAIM)) rmSync(join(directory, name), { force: true });
  return () => {
    rmSync(file, { force: true });
  };
}

/** Creates a file that names this process. It appears complete, or not at all if it exists already. */
function createWhole(path: string, file: string): boolean {
  const draft = draftOf(file);
  try {
    writeDraft(draft);
    linkSync(draft, path);
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
 * the first: it claims the succession, once for each owner. If that process has ended too, its own succession is
 * claimed: no claim is removed before the lock is replaced, as another process could remove a newer one instead.
 */
function takeOver(file: string): boolean {
  const owner = readOwner(file);
  // A lock that was released meanwhile is open to all again: only an existing one is replaced.
  if (owner === undefined || isAlive(owner)) return false;
  let claim = claimOn(owner, file);
  while (!createWhole(claim, file)) {
    const other = readOwner(claim);
    if (other === undefined) return false;
    // Left by an earlier process with the id of this one.
    if (claimOn(other, file) === claimOn(thisProcess(), file)) break;
    if (isAlive(other)) return false;
    claim = claimOn(other, file);
  }
  const ownerNow = readOwner(file);
  if (ownerNow === undefined || claimOn(ownerNow, file) !== claimOn(owner, file)) {
    rmSync(claim, { force: true });
    return false;
  }
  writeDraft(draftOf(file));
  renameSync(draftOf(file), file);
  return true;
}

/** Path of the claim to succeed an owner. */
function claimOn({ pid, start }: Owner, file: string): string {
  return join(dirname(file), `${CLAIM}.${pid}.${start.replaceAll(/\D/g, '').slice(0, START_DIGITS_MAX)}`);
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
  const { pid, start } = thisProcess();
  writeFileSync(draft, `${pid} ${start}`);
}

function thisProcess(): Owner {
  return { pid: process.pid, start: processStart(process.pid) ?? '' };
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
