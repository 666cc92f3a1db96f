import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** CPU of the servers; the load and the database use the other one. */
export const SERVER_CPU = 1;
export const LOAD_CPU = 0;
/** Both CPUs, for processes that can use whatever is free. */
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

/** Pins all threads of a process to a CPU; returns false if that is not possible. */
export function pin(pid: number, cpu: number): boolean {
  return canPin && works('taskset', ['-a', '-c', '-p', String(cpu), String(pid)]);
}

/** Returns the CPU seconds that a process has used: user and system, all threads, counted in ticks of 10 ms. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[UTIME_FIELD]) + Number(fields[STIME_FIELD])) / TICKS_PER_SECOND;
}

/** Time of all cores since the machine started, and how much of it the host gave to others, in ticks. */
export interface CoreTime {
  readonly all: number;
  readonly stolen: number;
}

/** Reads the first line of /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal. Zeros if not on Linux. */
export function coreTime(): CoreTime {
  if (process.platform !== 'linux') return { all: 0, stolen: 0 };
  const [total = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const ticks = total.split(/\s+/).slice(1, 9).map(Number);
  return { all: ticks.reduce((sum, some) => sum + some, 0), stolen: ticks.at(-1) ?? 0 };
}

/** Returns the peak resident set of a process, in MB. */
export function peakResidentMegabytes(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1_024;
}

/** Returns the current resident set of a process, in MB. */
export function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1_024;
}

/** Checks whether `pid` is a PostgreSQL backend on this machine, and not another process with the same id. */
export function isLocalBackend(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('postgres');
  } catch {
    return false;
  }
}

/** Returns the CPU seconds of the processes that are backends on this machine. */
export function totalCpuSeconds(pids: readonly number[]): number {
  return pids.filter(isLocalBackend).reduce((total, pid) => total + cpuSeconds(pid), 0);
}
