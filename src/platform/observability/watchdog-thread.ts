import { readFileSync, writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { systemClock } from '../system.ts';
import { BEAT_MS, DOCUMENT_AT, DOCUMENT_LENGTH } from './watchdog-memory.ts';

/** Most processor time of one turn, in seconds (ours): no request takes a tenth of it. */
const TURN_SECONDS_MAX = 10;
/** Of /proc (proc_pid_stat(5)): ticks of a second, and where processor time is among the fields after the name. */
const TICKS = 100;
const [USER, SYSTEM] = [11, 12];
const STDOUT = 1;

const memory: unknown = workerData;
if (!(memory instanceof SharedArrayBuffer)) throw new TypeError('The watchdog has nothing to watch.');
const turns = new Int32Array(memory, 0, 1);

/** Returns the processor time of the thread that the event loop runs in, in seconds. */
function usedSeconds(): number {
  const stat = readFileSync(`/proc/self/task/${process.pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[USER]) + Number(fields[SYSTEM])) / TICKS;
}

const document = Buffer.from(memory, DOCUMENT_AT, DOCUMENT_LENGTH);

/** Writes a line of the log itself, since the thread that does so is busy, and ends the process. */
function end(seconds: number): void {
  const begun = document.toString('latin1').replaceAll('\0', '');
  const facts = { level: 60, time: systemClock.now().toISOString(), seconds, document: begun || null };
  const msg = 'the event loop is stuck: the process ends; document is the SHA-256 of the one that it began last';
  writeSync(STDOUT, `${JSON.stringify({ ...facts, msg })}\n`);
  process.kill(process.pid, 'SIGKILL');
}

let last = { turn: Atomics.load(turns, 0), seconds: usedSeconds() };
setInterval(() => {
  const turn = Atomics.load(turns, 0);
  const seconds = usedSeconds();
  if (turn !== last.turn) last = { turn, seconds };
  else if (seconds - last.seconds >= TURN_SECONDS_MAX) end(seconds - last.seconds);
}, BEAT_MS);
