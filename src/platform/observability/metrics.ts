import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { errorTypeName } from '../../kernel/error-catalogue.ts';
import { refusalCode } from '../../kernel/domain-error.ts';
import type { OperationEnd } from '../graphql/operation-end.ts';

/** Upper bounds of latency classes, in seconds: fine where answers are, coarse up to the longest execution. */
const LATENCY_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Numbers that are looked up when they are asked for, by the state that each is of. */
export type Readings = Readonly<Record<string, number>>;

/** Counters of this process and readings of what it shares, as Prometheus reads them. Labels have few values each. */
export class Metrics {
  private readonly registry = new Registry();
  private readonly operations: Counter<'type' | 'transport' | 'code'>;
  private readonly latency: Histogram<'type' | 'transport'>;
  private readonly mutations: Counter<'mutation' | 'result'>;

  constructor() {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    this.operations = new Counter({
      name: 'gateway_operations_total',
      help: 'GraphQL operations by type, transport and the code of their first top-level error, OK without any.',
      labelNames: ['type', 'transport', 'code'],
      registers,
    });
    this.latency = new Histogram({
      name: 'gateway_operation_duration_seconds',
      help: 'From the arrival of an operation to its answer; of a subscription until it was opened.',
      labelNames: ['type', 'transport'],
      buckets: LATENCY_SECONDS,
      registers,
    });
    this.mutations = new Counter({
      name: 'gateway_mutation_results_total',
      help: 'Mutations by the member of their result union; Failed without a result.',
      labelNames: ['mutation', 'result'],
      registers,
    });
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  operationEnded({ type: known, transport, codes, milliseconds }: OperationEnd): void {
    const type = known ?? 'invalid';
    this.operations.inc({ type, transport, code: codes[0] ?? 'OK' });
    this.latency.observe({ type, transport }, milliseconds / 1_000);
  }

  /** @param result name of the union's member that it ended in */
  mutationEnded(mutation: string, result: string): void {
    this.mutations.inc({ mutation, result });
  }

  /** Adds readings that are looked up at each scrape; one that fails is left out. */
  gauge(name: string, help: string, read: () => Promise<Readings> | Readings): void {
    const gauge = new Gauge({
      name,
      help,
      labelNames: ['state'],
      registers: [this.registry],
      async collect() {
        gauge.reset();
        try {
          for (const [state, value] of Object.entries(await read())) gauge.set({ state }, value);
        } catch {
          // The scrape still tells all the rest; that this is missing tells that the database is.
        }
      },
    });
  }

  /** All of it in Prometheus' text format. */
  text(): Promise<string> {
    return this.registry.metrics();
  }
}

/** Name of the union's member that a mutation ended in. */
export function memberOf(mutation: string, result: unknown): string {
  const code = refusalCode(result);
  if (code !== undefined) return errorTypeName(code);
  return result === undefined || result === null
    ? 'Failed'
    : `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Success`;
}
