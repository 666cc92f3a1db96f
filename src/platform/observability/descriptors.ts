import { readdirSync, readFileSync } from 'node:fs';
import type { Logger } from './logger.ts';
import { throttledLog } from './throttled-log.ts';

/** How often descriptors are counted, in milliseconds. */
const LOOK_MS = 10_000;
/** From which share of its descriptors on a process warns, and which share connections of clients may use (both ours). */
const USED_MAX = 0.8;

/** Returns how many descriptors the process may have; undefined where the system does not say, as outside of Linux. */
function descriptorsMax(): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

/** Returns how many connections of clients there may be: descriptors are left for the database, endpoints and files. */
export function connectionsWithin(wanted: number): number {
  return Math.min(wanted, Math.floor((descriptorsMax() ?? Infinity) * USED_MAX));
}

/** Warns before the process has used all of its descriptors. */
export function watchDescriptors(logger: Logger): void {
  const warn = throttledLog(logger, 'warn');
  const look = () => {
    const max = descriptorsMax();
    if (max === undefined) return;
    const open = readdirSync('/proc/self/fd').length;
    if (open > max * USED_MAX) warn({ open, max }, 'the process has used most of its file descriptors');
  };
  setInterval(look, LOOK_MS).unref();
}
