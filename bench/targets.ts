import type { Measurement, Round } from './measure.ts';
import { WorkloadName } from './options.ts';
import { medianRatio } from './statistics.ts';
import type { SystemName } from './systems.ts';
import { atLeast, type Target } from './target.ts';

/** A target of at least `wanted` times the figure of the peer. */
interface WorkloadTarget {
  readonly workload: WorkloadName;
  readonly peer: SystemName;
  readonly what: string;
  /** Larger is better. */
  readonly read: (round: Round) => number;
  readonly wanted: number;
  /** The target with persisted documents, if it differs. */
  readonly wantedById?: number;
}

/** Short names of the ways to run the gateway. */
const WAYS: Readonly<Partial<Record<SystemName, string>>> = {
  gateway: 'api',
  'gateway-by-id': 'persisted',
  'gateway-walled': 'row-level security',
  'gateway-all': 'default roles',
};

const perCpu = ({ serverCpuUs }: Round) => 1 / serverCpuUs;
const throughput = ({ requestsPerSecond }: Round) => requestsPerSecond;

const promptness = ({ p99Ms }: Round) => 1 / p99Ms;

const { PAGE, PAGE_WITH_CURSORS, MESSAGES, CREATE_POCKET, REGISTER_EVP, REGISTER_CPF, REGISTER_CUSTOMER } =
  WorkloadName;

const TARGETS: readonly WorkloadTarget[] = [
  ...[PAGE, PAGE_WITH_CURSORS, MESSAGES].map(
    (workload) => ({ workload, peer: 'bare', what: '× per CPU', read: perCpu, wanted: 1, wantedById: 1.3 }) as const,
  ),
  ...[PAGE, PAGE_WITH_CURSORS].map(
    (workload) =>
      ({ workload, peer: 'bare-pruned', what: '× per CPU', read: perCpu, wanted: 0.85, wantedById: 1.1 }) as const,
  ),
  ...[PAGE, MESSAGES].map(
    (workload) => ({ workload, peer: 'mercurius', what: '1 / × p99', read: promptness, wanted: 1 }) as const,
  ),
  { workload: CREATE_POCKET, peer: 'mercurius', what: '× throughput', read: throughput, wanted: 2 },
  ...[REGISTER_EVP, REGISTER_CPF, REGISTER_CUSTOMER].map(
    (workload) => ({ workload, peer: 'bare', what: '× throughput', read: throughput, wanted: 1 }) as const,
  ),
];

/** Returns each target of a workload, for each way to run the gateway: the median of the ratios. */
export function targetsOf(workload: WorkloadName, measurements: readonly Measurement[]): readonly Target[] {
  const gateways = measurements.filter(({ system }) => system.name.startsWith('gateway'));
  return TARGETS.filter((target) => target.workload === workload).flatMap(
    ({ peer, what, read, wanted, wantedById = wanted }) =>
      measurements
        .filter(({ system }) => system.name === peer)
        .flatMap((other) =>
          gateways.map(({ system, rounds }) => {
            const ratio = medianRatio(rounds.map(read), other.rounds.map(read));
            const least = system.name === 'gateway-by-id' ? wantedById : wanted;
            return atLeast(`${WAYS[system.name] ?? system.name}: ${what} of ${peer}`, ratio, least);
          }),
        ),
  );
}
