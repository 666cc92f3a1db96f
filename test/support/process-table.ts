import { readdirSync, readFileSync } from 'node:fs';

interface Entry {
  readonly name: string;
  readonly parent: number;
}

/** Checks whether there is a process with this id and this name: ids are reused when a process has ended. */
export function isAlive(pid: number, name: string): boolean {
  return entryOf(String(pid))?.name === name;
}

/** Returns the ids of the child processes of a process. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((id) => /^\d+$/.test(id) && entryOf(id)?.parent === pid)
    .map(Number);
}

function entryOf(pid: string): Entry | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [from, to] = [stat.indexOf('(') + 1, stat.lastIndexOf(')')];
    return { name: stat.slice(from, to), parent: Number(stat.slice(to + 2).split(' ')[1]) };
  } catch {
    return undefined;
  }
}
