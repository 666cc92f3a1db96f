import { medianOf, medianRatio } from '../statistics.ts';
import { CALLS_IN_FLIGHT, CONFIGURATIONS } from './delivery-systems.ts';
import type { Caller, DeliveryRound } from './measure-deliveries.ts';
import { EVENT_BODY } from './queue.ts';

const HEADER = `| Caller | deliveries/s | × loop | CPU µs/delivery (least–most) | per CPU × loop | database µs/delivery | load of its core |
|---|---|---|---|---|---|---|`;

const TITLES: Readonly<Record<Caller, string>> = {
  worker: 'gateway, ROLES=worker',
  'worker-v1a': 'the same, V1A beside V1',
  loop: 'bare undici loop',
  'signing-loop': 'bare undici loop, HMAC for each call',
};

/** What the gateway has set itself: this share of the loop's deliveries per second. */
const WANTED = 0.5;

/** The section's lines: medians over the rounds, also of the ratios to the plain loop. */
export function deliveryLines(rounds: Readonly<Record<Caller, readonly DeliveryRound[]>>): string[] {
  const medians = (caller: Caller) => {
    const median = (read: (round: DeliveryRound) => number) => medianOf(rounds[caller].map(read));
    return {
      rate: median(({ callsPerSecond }) => callsPerSecond),
      cpu: median(({ processCpuUs }) => processCpuUs),
      database: median(({ databaseCpuUs }) => databaseCpuUs),
      load: median(({ processLoad }) => processLoad),
    };
  };
  const times = (caller: Caller, peer: Caller, read: (round: DeliveryRound) => number) =>
    medianRatio(rounds[caller].map(read), rounds[peer].map(read));
  const row = (caller: Caller) => {
    const { rate, cpu, database, load } = medians(caller);
    const extremes = rounds[caller].map(({ processCpuUs }) => processCpuUs);
    const cells = [
      TITLES[caller],
      rate.toFixed(0),
      times(caller, 'loop', ({ callsPerSecond }) => callsPerSecond).toFixed(2),
      `${cpu.toFixed(0)} (${Math.min(...extremes).toFixed(0)}–${Math.max(...extremes).toFixed(0)})`,
      times(caller, 'loop', ({ processCpuUs }) => 1 / processCpuUs).toFixed(2),
      Number.isNaN(database) ? '–' : database.toFixed(0),
      load.toFixed(2),
    ];
    return `| ${cells.join(' | ')} |`;
  };
  const target = (peer: Caller) => {
    const ratio = times('worker', peer, ({ callsPerSecond }) => callsPerSecond);
    const verdict = ratio >= WANTED ? 'reached' : 'missed';
    return `- ${ratio.toFixed(2)} × the deliveries per second of the ${TITLES[peer]} (wanted: ${WANTED}; ${verdict})`;
  };
  return [
    `${CALLS_IN_FLIGHT} calls in flight at most (${CONFIGURATIONS} configurations), bodies of ${Buffer.byteLength(EVENT_BODY)} bytes, same headers. The worker claims, signs, calls and settles (attempt, archive, tallies, breaker) from a filled queue; the endpoint shares CPU 0 with the database.`,
    '',
    HEADER,
    row('worker'),
    row('worker-v1a'),
    row('loop'),
    row('signing-loop'),
    '',
    target('loop'),
    target('signing-loop'),
  ];
}
