import { setTimeout as wait } from 'node:timers/promises';
import { cpuSeconds, residentMegabytes } from '../processes.ts';
import type { Options } from '../options.ts';
import type { LiveOptions, Scene } from './scenes.ts';
import { Subscribers, type SubscriberOptions } from './subscribers.ts';
import { partnerName, type LiveSystem } from './systems.ts';

const KILOBYTES = 1_024;
const SETTLE_MS = 2_000;
export const WARM_UP_SOCKETS = 200;
export const WARM_UPS = 3;
/** Maximum number of events on their way to their subscribers: those of half a second at the default rate. */
export const EVENTS_IN_FLIGHT_MAX = 100;

export interface LiveResult {
  readonly title: string;
  readonly scene: Scene;
  readonly perSecond: number;
  readonly wantedPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuUs: number;
  readonly idleKilobytes: number;
}

/** What emitting needs to know. */
interface Load {
  readonly system: LiveSystem;
  readonly scene: Scene;
  readonly subscribers: Subscribers;
  readonly rate: number;
}

/**
 * Emits events at an even pace; late ones are not followed by a burst. A system that cannot keep up is measured at its
 * own pace: the number of events in flight is limited, as they would otherwise fill its memory until it crashes.
 */
async function emitFor({ system, scene, subscribers, rate }: Load, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1_000;
  const perEvent = scene.subscribers / scene.partners;
  const before = subscribers.delivered;
  const isBehind = (nth: number) => (nth - EVENTS_IN_FLIGHT_MAX) * perEvent > subscribers.delivered - before;
  const pending = new Set<Promise<void>>();
  for (let nth = 0, at = performance.now(); at < end; nth += 1) {
    const rest = at - performance.now();
    if (rest > 0) await wait(rest);
    while (isBehind(nth) && performance.now() < end) await wait(1);
    const emitted = system.emitter.emit(partnerName(nth % scene.partners), nth).finally(() => pending.delete(emitted));
    pending.add(emitted);
    at = Math.max(at + 1_000 / rate, performance.now());
  }
  await Promise.all(pending);
}

/**
 * Opens and closes sockets, so that a server has created what it needs once for all sockets, and has already used its
 * young generation, which is larger than what these sockets occupy.
 */
async function warmUp(options: SubscriberOptions): Promise<void> {
  for (let time = 1; time <= WARM_UPS; time += 1) {
    const subscribers = new Subscribers();
    await subscribers.open({ ...options, sockets: WARM_UP_SOCKETS });
    await wait(SETTLE_MS);
    subscribers.close();
    await wait(SETTLE_MS);
  }
}

/** Measures a system with all subscribers of a scene, for `seconds`. */
export async function measureSubscribers(
  system: LiveSystem,
  scene: Scene,
  {
    perSocket,
    eventsPerSecond: rate,
    seconds,
    warmupSeconds,
  }: LiveOptions & Pick<Options, 'seconds' | 'warmupSeconds'>,
): Promise<LiveResult> {
  const subscribers = new Subscribers();
  const sockets = Math.ceil(scene.subscribers / perSocket);
  const payloads = await Promise.all(
    Array.from({ length: scene.partners }, (_, nth) => system.introduce(partnerName(nth))),
  );
  const introduce = (nth: number) => payloads[nth % scene.partners] ?? {};
  const opening = { port: system.server.port, sockets, perSocket, introduce, wire: system.wire };
  await warmUp(opening);
  const before = residentMegabytes(system.server.pid) * KILOBYTES;
  try {
    await subscribers.open(opening);
    await wait(SETTLE_MS);
    const idleKilobytes = (residentMegabytes(system.server.pid) * KILOBYTES - before) / scene.subscribers;
    const load = { system, scene, subscribers, rate };
    await emitFor(load, warmupSeconds);
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
