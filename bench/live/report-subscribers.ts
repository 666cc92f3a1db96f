import { medianOf } from '../statistics.ts';
import { EVENTS_UNDER_WAY_MAX, WARM_UP_SOCKETS, WARM_UPS, type LiveResult } from './measure-subscribers.ts';
import type { LiveOptions } from './scenes.ts';
import { BROADCAST, GATEWAY_LIVE } from './systems.ts';

const HEADER = `| Subscribers of partners | System | delivered/s of wanted | p50 ms | p99 ms | server CPU µs/message | kB per idle subscriber |
|---|---|---|---|---|---|---|`;

/** What the gateway has set itself for 1,000 subscribers of one partner. */
const WANTED = { subscribers: 1_000, partners: 1, timesBroadcast: 1, p99Ms: 50, kilobytes: 15 } as const;

/** The section's lines: the middle values of the rounds of each system and scene. */
export function subscriberLines(results: readonly LiveResult[], { eventsPerSecond, perSocket }: LiveOptions): string[] {
  const medians = mediansOf(results);
  const rows = medians.map(
    ({ title, scene, ...r }) =>
      `| ${scene.subscribers} of ${scene.partners} | ${title} | ${r.perSecond.toFixed(0)} of ${r.wantedPerSecond} | ${r.p50Ms.toFixed(1)} | ${r.p99Ms.toFixed(1)} | ${r.cpuUs.toFixed(1)} | ${r.idleKilobytes.toFixed(0)} |`,
  );
  return [
    `${eventsPerSecond} events a second over all partners, ${perSocket} subscriptions per socket. Only the rows of one scene can be compared: they ran one after the other, whatever else the machine did. The clients are one process on CPU 0, with PostgreSQL. The gateway records each event in PostgreSQL first, and its time counts from before that commit; the peers have theirs in memory. At most ${EVENTS_UNDER_WAY_MAX} events are on their way: where fewer arrive than wanted, the clients or the server were saturated and latencies include that queue. Memory is what the resident set grows by, from after ${WARM_UPS} times ${WARM_UP_SOCKETS} sockets that came and went.`,
    '',
    HEADER,
    ...rows,
    '',
    ...targetLines(medians),
  ];
}

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

function targetLines(results: readonly LiveResult[]): string[] {
  const { subscribers, partners, timesBroadcast, p99Ms, kilobytes } = WANTED;
  const of = (title: string) =>
    results.find(
      (result) =>
        result.title === title && result.scene.subscribers === subscribers && result.scene.partners === partners,
    );
  const [ours, broadcast] = [of(GATEWAY_LIVE), of(BROADCAST)];
  if (ours === undefined || broadcast === undefined) return [];
  const ratio = ours.perSecond / broadcast.perSecond;
  const verdict = (isReached: boolean) => (isReached ? 'reached' : 'missed');
  return [
    `- ${subscribers} of ${partners}: ${ratio.toFixed(2)} × what ${BROADCAST} delivers (wanted: ${timesBroadcast}; ${verdict(ratio >= timesBroadcast)})`,
    `- ${subscribers} of ${partners}: p99 ${ours.p99Ms.toFixed(0)} ms (wanted: under ${p99Ms}; ${verdict(ours.p99Ms < p99Ms)})`,
    `- ${subscribers} of ${partners}: ${ours.idleKilobytes.toFixed(0)} kB per idle subscriber (wanted: at most ${kilobytes}; ${verdict(ours.idleKilobytes <= kilobytes)})`,
  ];
}
