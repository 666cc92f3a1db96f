import { readFileSync, writeFileSync } from 'node:fs';

/** What one input may use: processor time in milliseconds, and memory in MB. */
export const CPU_MS_MAX = 200;
export const MEMORY_MB_MAX = 64;
/** Of /proc (proc_pid_stat(5)): milliseconds of a tick, and where processor time is among the fields after the name. */
const TICK_MS = 10;
const [USER, SYSTEM] = [11, 12];
/** Makes the highest memory so far that of now (proc_pid_clear_refs(5)). */
const RESET_PEAK = '5';

/** What a process uses for an input: its time on the processor, whatever else the machine does, and its memory at most. */
export class Consumption {
  private readonly pid: number;
  private usedMs = 0;
  private heldMb = 0;

  constructor(pid: number) {
    this.pid = pid;
  }

  begin(): void {
    writeFileSync(`/proc/${this.pid}/clear_refs`, RESET_PEAK);
    this.usedMs = this.cpuMs();
    this.heldMb = this.memoryMb('VmRSS');
  }

  /** Returns what was too much since `begin`; undefined: nothing was. */
  complaint(): string | undefined {
    const ms = this.cpuMs() - this.usedMs;
    if (ms > CPU_MS_MAX) return `it took ${ms} ms of processor time, at most ${CPU_MS_MAX} are allowed`;
    const mb = this.memoryMb('VmHWM') - this.heldMb;
    return mb > MEMORY_MB_MAX ? `it took ${Math.round(mb)} MB, at most ${MEMORY_MB_MAX} are allowed` : undefined;
  }

  /** Of the thread of the event loop, without those that collect garbage and compile. */
  private cpuMs(): number {
    const stat = readFileSync(`/proc/${this.pid}/task/${this.pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[USER]) + Number(fields[SYSTEM])) * TICK_MS;
  }

  private memoryMb(name: 'VmRSS' | 'VmHWM'): number {
    const [, kb] =
      new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${this.pid}/status`, 'latin1')) ?? [];
    return Number(kb) / 1_024;
  }
}
