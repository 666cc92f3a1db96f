import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../error-code.ts';

/** Another live process has the folder; the message names it. */
export class DataDirectoryInUse extends Error {}

/**
 * Takes the folder of the embedded database for this process alone. PGlite itself takes no lock: two processes on one
 * folder lose each other's acknowledged rows. A lock whose process is gone is taken over.
 * @returns a function that gives the folder back
 * @throws DataDirectoryInUse while another live process holds it
 */
export function lockDataDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true });
  const file = join(directory, 'gateway.pid');
  const owner = `${process.pid} ${processStart(process.pid) ?? ''}`;
  for (;;) {
    try {
      writeFileSync(file, owner, { flag: 'wx' });
      return () => {
        rmSync(file, { force: true });
      };
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
      refuseLiveOwner(file, directory);
      rmSync(file, { force: true });
    }
  }
}

function refuseLiveOwner(file: string, directory: string): void {
  const [pid = '', ...start] = readFileSync(file, 'utf8').split(' ');
  if (!isAlive(Number(pid), start.join(' '))) return;
  throw new DataDirectoryInUse(
    `The folder ${directory} is in use by process ${pid}: stop that process, or choose another folder with DATA_DIR.`,
  );
}

function isAlive(pid: number, start: string): boolean {
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

/** When a process began, in clock ticks since boot (Linux): tells a live owner from a later process of the same id. */
function processStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
