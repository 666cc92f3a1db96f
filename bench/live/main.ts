import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { format } from 'prettier';
import { BenchDatabases } from '../database.ts';
import { cpuSeconds, LOAD_CPU, pin } from '../processes.ts';
import { medianOf } from '../statistics.ts';
import { readLiveOptions, type LiveOptions, type Scene } from './options.ts';
import { Subscribers, type SubscriberOptions } from './subscribers.ts';
import { partnerName, startGateway, startPeer, type LiveSystem } from './systems.ts';

const RESULTS_FILE = new URL('./RESULTS.md', import.meta.url);
const SETTLE_MS = 2_000;
const WARM_UP_SECONDS = 2;
const WARM_UP_SOCKETS = 200;
/** Events that may be on their way to their subscribers: those of a second. */
const EVENTS_UNDER_WAY_MAX = 100;

interface LiveResult {
  readonly title: string;
  readonly scene: Scene;
  readonly perSecond: number;
  readonly wantedPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuUs: number;
  readonly idleKilobytes: number;
}

function residentKilobytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

/** What one emission needs to know. */
interface Load {
  readonly system: LiveSystem;
  readonly scene: Scene;
  readonly subscribers: Subscribers;
  readonly rate: number;
}

/**
 * Lets events happen at an even pace; those that are late are not made up for by a burst. A system that is not up to the
 * pace is measured at its own: so many events may be on their way and no more, or it would fill the memory until it ends.
 */
async function emitFor({ system, scene, subscribers, rate }: Load, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1_000;
  const perEvent = scene.subscribers / scene.partners;
  const before = subscribers.delivered;
  const isBehind = (nth: number) => (nth - EVENTS_UNDER_WAY_MAX) * perEvent > subscribers.delivered - before;
  const pending = new Set<Promise<void>>();
  for (let nth = 0, at = performance.now(); at < end; nth += 1) {
    const rest = at - performance.now();
    if (rest > 0) await wait(rest);
    while (isBehind(nth) && performance.now() < end) await wait(1);
    const emitted = system.emit(partnerName(nth % scene.partners), nth).finally(() => pending.delete(emitted));
    pending.add(emitted);
    at = Math.max(at + 1_000 / rate, performance.now());
  }
  await Promise.all(pending);
}

/** Opens sockets and closes them again: what a server makes once for all sockets is there from then on. */
async function warmUp(options: SubscriberOptions): Promise<void> {
  const subscribers = new Subscribers();
  await subscribers.open({ ...options, sockets: WARM_UP_SOCKETS });
  await wait(SETTLE_MS);
  subscribers.close();
  await wait(SETTLE_MS);
}

async function measure(system: LiveSystem, scene: Scene, options: LiveOptions): Promise<LiveResult> {
  const { perSocket, eventsPerSecond: rate, seconds } = options;
  const subscribers = new Subscribers();
  const sockets = Math.ceil(scene.subscribers / perSocket);
  const payloads = await Promise.all(
    Array.from({ length: scene.partners }, (_, nth) => system.introduce(partnerName(nth))),
  );
  const introduce = (nth: number) => payloads[nth % scene.partners] ?? {};
  const opening = { port: system.server.port, sockets, perSocket, introduce };
  await warmUp(opening);
  const before = residentKilobytes(system.server.pid);
  try {
    await subscribers.open(opening);
    await wait(SETTLE_MS);
    const idleKilobytes = (residentKilobytes(system.server.pid) - before) / scene.subscribers;
    const load = { system, scene, subscribers, rate };
    await emitFor(load, WARM_UP_SECONDS);
    await wait(500);
    subscribers.reset();
    const [cpuBefore, began] = [cpuSeconds(system.server.pid), performance.now()];
    await emitFor(load, seconds);
    const perSecond = subscribers.delivered / ((performance.now() - began) / 1_000);
    await wait(SETTLE_MS);
    const cpuUs = ((cpuSeconds(system.server.pid) - cpuBefore) * 1_000_000) / subscribers.delivered;
    const { latency } = subscribers;
    const wantedPerSecond = (rate * scene.subscribers) / scene.partners;
    const [p50Ms, p99Ms] = [latency.percentile(50) / 1_000, latency.percentile(99) / 1_000];
    return { title: system.title, scene, perSecond, wantedPerSecond, p50Ms, p99Ms, cpuUs, idleKilobytes };
  } finally {
    subscribers.close();
  }
}

/** The middle values of the rounds of each system and scene. */
function mediansOf(results: readonly LiveResult[]): readonly LiveResult[] {
  const groups = Map.groupBy(results, ({ title, scene }) => JSON.stringify([scene, title]));
  return [...groups.values()].flatMap((rounds) => {
    const [first] = rounds;
    if (first === undefined) return [];
    const middle = (read: (result: LiveResult) => number) => medianOf(rounds.map(read));
    return [
      {
        ...first,
        perSecond: middle((result) => result.perSecond),
        p50Ms: middle((result) => result.p50Ms),
        p99Ms: middle((result) => result.p99Ms),
        cpuUs: middle((result) => result.cpuUs),
        idleKilobytes: middle((result) => result.idleKilobytes),
      },
    ];
  });
}

function table(results: readonly LiveResult[], options: LiveOptions): Promise<string> {
  const { eventsPerSecond, seconds, perSocket, rounds } = options;
  const rows = mediansOf(results).map(
    ({ title, scene, ...r }) =>
      `| ${scene.subscribers} of ${scene.partners} | ${title} | ${r.perSecond.toFixed(0)} of ${r.wantedPerSecond} | ${r.p50Ms.toFixed(1)} | ${r.p99Ms.toFixed(1)} | ${r.cpuUs.toFixed(1)} | ${r.idleKilobytes.toFixed(0)} |`,
  );
  const lines = [
    '# Live events',
    '',
    `Node ${process.version} · ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}) · ${eventsPerSecond} events a second over all partners for ${seconds} s, ${perSocket} subscriptions per socket, middle values of ${rounds} rounds at most. Only the rows of one scene can be compared: they ran one after the other, whatever else the machine did. Server on CPU 1; the clients, one process, and PostgreSQL on CPU 0. The gateway records each event in PostgreSQL first, and its time counts from before that commit; the peers have theirs in memory. At most ${EVENTS_UNDER_WAY_MAX} events are on their way: where fewer arrive than wanted, the clients or the server were saturated and latencies tell of that queue. Memory is what the resident set grows by, from after ${WARM_UP_SOCKETS} sockets that came and went.`,
    '',
    '| Subscribers of partners | System | delivered/s of wanted | p50 ms | p99 ms | server CPU µs/message | kB per idle subscriber |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ];
  return format(lines.join('\n'), { parser: 'markdown' });
}

async function run(options: LiveOptions): Promise<void> {
  const databases = await BenchDatabases.open(options.databaseUrl);
  const directory = mkdtempSync(join(tmpdir(), 'bench-live-'));
  const results: LiveResult[] = [];
  try {
    const scenes = Array.from({ length: options.rounds }, () => options.scenes).flat();
    for (const scene of scenes)
      for (const start of [
        () => startGateway({ databases, databaseUrl: options.databaseUrl, directory }),
        () => startPeer('bare `ws` broadcast', 'ws-broadcast.ts'),
        () => startPeer('graphql-ws, PubSub in memory', 'graphql-ws-pubsub.ts'),
      ]) {
        const system = await start();
        try {
          results.push(await measure(system, scene, options));
          process.stdout.write(`${JSON.stringify(results.at(-1))}\n`);
          // What is there is kept, should a later one fail.
          writeFileSync(RESULTS_FILE, await table(results, options));
        } finally {
          await system.stop();
        }
      }
  } finally {
    await databases.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

// Servers are ended when this process exits, which a signal alone would not tell them.
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => {
    process.exit(1);
  });

try {
  const options = readLiveOptions(process.argv.slice(2), process.env);
  pin(process.pid, LOAD_CPU);
  await run(options);
  process.stdout.write(`\n${readFileSync(RESULTS_FILE, 'utf8')}`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
}
