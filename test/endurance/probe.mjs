// Observes the product from within its process, without its knowledge: NODE_OPTIONS makes Node preload this file.
// It answers on the socket PROBE_SOCKET; in npm and the build, which inherit NODE_OPTIONS, it does nothing.
import { createServer } from 'node:net';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { setInterval } from 'node:timers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const TICK_MS = 10;
const { PROBE_SOCKET, DATABASE_URL } = process.env;
if (PROBE_SOCKET !== undefined && /dist.server.main\.js$/.test(process.argv[1] ?? '')) await watch();

async function watch() {
  const embedded = DATABASE_URL === undefined ? await embeddedDatabase() : undefined;
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const delay = monitorEventLoopDelay({ resolution: TICK_MS });
  delay.enable();
  const busy = busyGaps();
  const answers = {
    figures: () => ({ ...memory(), loopMaxMs: delay.max / 1e6, blockedMs: busy.max(), resources: resources() }),
    reset() {
      delay.reset();
      busy.reset();
    },
    collect() {
      collect();
      collect();
    },
    sql: async (text) => (await embedded.current.query(text)).rows,
  };
  createServer((socket) => {
    socket.on('error', () => undefined);
    createInterface({ input: socket }).on('line', async (line) => {
      const [, name, rest] = /^(\w+) ?(.*)$/.exec(line);
      try {
        socket.write(`${JSON.stringify({ result: (await answers[name](rest)) ?? null })}\n`);
      } catch (error) {
        socket.write(`${JSON.stringify({ error: String(error) })}\n`);
      }
    });
  })
    .listen(PROBE_SOCKET)
    .unref();
}

/** Measures the longest gap between two turns of the loop, counting only the time in which its thread computed. */
function busyGaps() {
  let [atMs, usage, max] = [performance.now(), process.threadCpuUsage(), 0];
  const look = () => {
    const nowMs = performance.now();
    const { user, system } = process.threadCpuUsage(usage);
    max = Math.max(max, Math.min(nowMs - atMs, (user + system) / 1e3));
    [atMs, usage] = [nowMs, process.threadCpuUsage()];
  };
  setInterval(look, TICK_MS).unref();
  return { max: () => max, reset: () => (max = 0) };
}

function memory() {
  const { heapUsed, external, rss } = process.memoryUsage();
  return { pid: process.pid, heapUsed, external, rss };
}

/** Counts what keeps the loop alive, by kind. */
function resources() {
  const counts = {};
  for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** Captures the product's instance of the embedded database, since no other process can read it while it is open. */
async function embeddedDatabase() {
  const { PGlite } = await import('@electric-sql/pglite');
  const held = { current: undefined };
  const create = PGlite.create.bind(PGlite);
  PGlite.create = async (...args) => (held.current = await create(...args));
  return held;
}
