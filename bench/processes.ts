import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** CPU of the servers; the load and the database have the other one. */
export const SERVER_CPU = 1;
export const LOAD_CPU = 0;
/** Both, for what is to take whatever is free. */
export const ALL_CPUS = `${LOAD_CPU},${SERVER_CPU}`;

/** Whether processes can be pinned here: two cores and `taskset` of util-linux. */
export const canPin = works('taskset', ['-c', ALL_CPUS, 'true']);

const TICKS_PER_SECOND = works('getconf', ['CLK_TCK']) ? Number(execFileSync('getconf', ['CLK_TCK'])) : 100;
const UTIME_FIELD = 11;
const STIME_FIELD = 12;

function works(command: string, args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Pins all threads of a process to a CPU; false when that is not possible. */
export function pin(pid: number, cpu: number): boolean {
  return canPin && works('taskset', ['-a', '-c', '-p', String(cpu), String(pid)]);
}

/** CPU seconds that a process has used, user and system, all threads. The kernel counts in ticks of 10 ms. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[UTIME_FIELD]) + Number(fields[STIME_FIELD])) / TICKS_PER_SECOND;
}

/** Largest resident set that a process has had, in MB. */
export function peakResidentMegabytes(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1_024;
}

/** What a process has in memory now. */
export function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1_024;
}

/** Whether `pid` is a PostgreSQL backend of this machine, and not another process of the same number. */
export function isLocalBackend(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('postgres');
  } catch {
    return false;
  }
}

/** CPU seconds of those of the processes that are backends of this machine. */
export function totalCpuSeconds(pids: readonly number[]): number {
  return pids.filter(isLocalBackend).reduce((total, pid) => total + cpuSeconds(pid), 0);
}
