import type { Measurement, Round } from './measure.ts';
import { WorkloadName } from './options.ts';
import { medianRatio } from './statistics.ts';
import type { SystemName } from './systems.ts';

/** What the gateway has set itself: at least `wanted` times what the peer does. */
interface Target {
  readonly workload: WorkloadName;
  readonly peer: SystemName;
  readonly what: string;
  /** Larger is better. */
  readonly read: (round: Round) => number;
  readonly wanted: number;
  /** What is wanted by persisted documents. */
  readonly wantedById?: number;
}

const perCpu = ({ serverCpuUs }: Round) => 1 / serverCpuUs;
const throughput = ({ requestsPerSecond }: Round) => requestsPerSecond;

const TARGETS: readonly Target[] = [
  ...[WorkloadName.PAGE, WorkloadName.PAGE_WITH_CURSORS].flatMap((workload) => [
    { workload, peer: 'bare', what: 'throughput per CPU', read: perCpu, wanted: 1, wantedById: 1.3 } as const,
    { workload, peer: 'bare-pruned', what: 'throughput per CPU', read: perCpu, wanted: 0.85, wantedById: 1.1 } as const,
  ]),
  {
    workload: WorkloadName.MESSAGES,
    peer: 'bare',
    what: 'throughput per CPU',
    read: perCpu,
    wanted: 0.6,
    wantedById: 0.85,
  },
  {
    workload: WorkloadName.MESSAGES,
    peer: 'mercurius',
    what: 'throughput per CPU',
    read: perCpu,
    wanted: 0.85,
    wantedById: 1.1,
  },
  { workload: WorkloadName.REGISTER_EVP, peer: 'bare', what: 'throughput', read: throughput, wanted: 0.6 },
  { workload: WorkloadName.REGISTER_CPF, peer: 'bare', what: 'throughput', read: throughput, wanted: 0.6 },
  { workload: WorkloadName.REGISTER_CUSTOMER, peer: 'bare', what: 'throughput', read: throughput, wanted: 0.6 },
  { workload: WorkloadName.REGISTER_CUSTOMER, peer: 'bare', what: 'throughput per CPU', read: perCpu, wanted: 0.6 },
  { workload: WorkloadName.CREATE_POCKET, peer: 'mercurius', what: 'throughput', read: throughput, wanted: 1.2 },
];

/** One line for each target of a workload and each way to run the gateway: the median of their ratios. */
export function targetLines(workload: WorkloadName, measurements: readonly Measurement[]): string[] {
  const gateways = measurements.filter(({ system }) => system.name.startsWith('gateway'));
  return TARGETS.filter((target) => target.workload === workload).flatMap(
    ({ peer, what, read, wanted: byText, wantedById = byText }) =>
      measurements
        .filter(({ system }) => system.name === peer)
        .flatMap((other) =>
          gateways.map((ours) => {
            const ratio = medianRatio(ours.rounds.map(read), other.rounds.map(read));
            const wanted = ours.system.name === 'gateway-by-id' ? wantedById : byText;
            const verdict = ratio >= wanted ? 'reached' : 'missed';
            return `- ${ours.system.title}: ${ratio.toFixed(2)} × the ${what} of ${other.system.title} (wanted: ${wanted}; ${verdict})`;
          }),
        ),
  );
}
