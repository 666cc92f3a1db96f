// Preloaded into a server: its wall clock starts CLOCK_AHEAD_MS ahead of the machine's clock. At SIGUSR2 it is set to the
// offset from it that is in the file CLOCK_FILE as "<nth step> <milliseconds>". Timers and the monotonic clock continue,
// as when a machine's clock is set.
import { readFileSync } from 'node:fs';

const MachineDate = globalThis.Date;
let aheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0);
const now = () => MachineDate.now() + aheadMs;

globalThis.Date = new Proxy(MachineDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
});
MachineDate.prototype.constructor = globalThis.Date;

process.on('SIGUSR2', () => {
  const [nth, milliseconds] = readFileSync(process.env.CLOCK_FILE, 'utf8').split(' ').map(Number);
  aheadMs = milliseconds;
  process.stdout.write(`clock step ${nth} is taken\n`);
});
