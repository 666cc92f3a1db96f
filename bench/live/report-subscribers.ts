import { medianOf } from '../statistics.ts';
import { EVENTS_IN_FLIGHT_MAX, WARM_UP_SOCKETS, WARM_UPS, type LiveResult } from './measure-subscribers.ts';
import { atLeast, atMost, type Target } from '../target.ts';
import type { LiveOptions } from './scenes.ts';
import { BROADCAST, GATEWAY_LIVE } from './systems.ts';

const HEADER = `| Subscribers of partners | System | delivered/s of wanted | p50 ms | p99 ms | server CPU µs/message | kB per idle subscriber |
|---|---|---|---|---|---|---|`;

/** Targets for 1,000 subscribers. */
const WANTED = { subscribers: 1_000, timesBroadcast: 2, p99Ms: 50, kilobytes: 15, cpuOfMany: 1 } as const;
/** Number of partners in the scenes with more than one. */
const MANY_PARTNERS = 100;

/** Returns the lines of the medians, for each system and scene. */
export function subscriberLines(medians: readonly LiveResult[], { eventsPerSecond, perSocket }: LiveOptions): string[] {
  const rows = medians.map(
    ({ title, scene, ...r }) =>
      `| ${scene.subscribers} of ${scene.partners} | ${title} | ${r.perSecond.toFixed(0)} of ${r.wantedPerSecond} | ${r.p50Ms.toFixed(1)} | ${r.p99Ms.toFixed(1)} | ${r.cpuUs.toFixed(1)} | ${r.idleKilobytes.toFixed(0)} |`,
  );
  return [
    `${eventsPerSecond} events a second over all partners, ${perSocket} subscriptions per socket. Only the rows of one scene can be compared: they ran one after the other, whatever else the machine did. The clients are one process on CPU 0, with PostgreSQL. The gateway records each event in PostgreSQL first, and its time counts from before that commit; the peers have theirs in memory. At most ${EVENTS_IN_FLIGHT_MAX} events are on their way: where fewer arrive than wanted, the clients or the server were saturated and latencies include that queue. Memory is what the resident set grows by, from after ${WARM_UPS} times ${WARM_UP_SOCKETS} sockets that came and went.`,
    '',
    HEADER,
    ...rows,
  ];
}

/** Returns the medians over the rounds of each system and scene. */
export function mediansOf(results: readonly LiveResult[]): readonly LiveResult[] {
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

export function subscriberTargets(results: readonly LiveResult[]): readonly Target[] {
  const { subscribers, timesBroadcast, p99Ms, kilobytes, cpuOfMany } = WANTED;
  const of = (wanted: string, partners: number) =>
    results.find(
      ({ title, scene }) => title === wanted && scene.subscribers === subscribers && scene.partners === partners,
    );
  const [ours, broadcast] = [of(GATEWAY_LIVE, 1), of(BROADCAST, 1)];
  const [ofMany, broadcastOfMany] = [of(GATEWAY_LIVE, MANY_PARTNERS), of(BROADCAST, MANY_PARTNERS)];
  const ofOne =
    ours === undefined || broadcast === undefined
      ? []
      : [
          atLeast(
            '1,000 of one partner: × what bare `ws` delivers',
            ours.perSecond / broadcast.perSecond,
            timesBroadcast,
          ),
          atMost('1,000 of one partner: p99', ours.p99Ms, p99Ms, ' ms'),
          atMost('1,000 of one partner: memory of each', ours.idleKilobytes, kilobytes, ' kB'),
        ];
  if (ofMany === undefined || broadcastOfMany === undefined) return ofOne;
  const perCpu = broadcastOfMany.cpuUs / ofMany.cpuUs;
  return [...ofOne, atLeast('1,000 of 100 partners: × per CPU of bare `ws`', perCpu, cpuOfMany)];
}
