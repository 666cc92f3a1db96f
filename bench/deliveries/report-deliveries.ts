import type { Section } from '../report.ts';
import { medianOf, medianRatio } from '../statistics.ts';
import { atLeast } from '../target.ts';
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

/** Target: a share of the deliveries per second of a loop that signs. */
const WANTED = 0.75;

/** Returns medians over the rounds, also of the ratios to the plain loop. */
export function deliverySection(rounds: Readonly<Record<Caller, readonly DeliveryRound[]>>): Section {
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
  const ratio = times('worker', 'signing-loop', ({ callsPerSecond }) => callsPerSecond);
  const lines = [
    `${CALLS_IN_FLIGHT} calls in flight at most (${CONFIGURATIONS} configurations), bodies of ${Buffer.byteLength(EVENT_BODY)} bytes, same headers. The worker claims, signs, calls and settles (attempt, archive, tallies, breaker) from a filled queue; the endpoint shares CPU 0 with the database.`,
    '',
    HEADER,
    row('worker'),
    row('worker-v1a'),
    row('loop'),
    row('signing-loop'),
  ];
  const targets = [atLeast('× deliveries per second of the loop that signs', ratio, WANTED)];
  return { title: 'Webhook deliveries', lines, targets };
}
