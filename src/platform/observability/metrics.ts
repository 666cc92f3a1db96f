import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { errorTypeName, isRefusal } from '../../kernel/domain-error.ts';
import type { OperationEnd } from '../graphql/operations/operation-end.ts';
import { CallMeter } from './call-meter.ts';

/** Upper bounds of latency classes, in seconds: fine where answers are, coarse up to the longest execution. */
const LATENCY_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Time between two samples of the event loop's lag, in milliseconds: the least that it can be. More samples would cost a
 * process that has nothing to do more than all else.
 */
const EVENT_LOOP_SAMPLE_MS = 100;

/** For how long readings of the database are told again, in milliseconds. */
const SHARED_LIFETIME_MS = 5_000;

/** Numbers that are looked up when they are asked for, by the state that each is of. */
export type Readings = Readonly<Record<string, number>>;

interface Shown {
  readonly name: string;
  readonly help: string;
  /** Name of the label that tells readings apart. */
  readonly label: string;
}

/** Counters of this process and readings of what it shares, as Prometheus reads them. Labels have few values each. */
export class Metrics {
  private underWay: Promise<string> | undefined;
  private readonly registry = new Registry();
  private readonly operations: Counter<'type' | 'transport' | 'code'>;
  private readonly latency: Histogram<'type' | 'transport'>;
  private readonly mutations: Counter<'mutation' | 'result'>;
  private readonly loopFailures: Counter<'loop'>;
  private readonly credentials: Counter<'reason'>;

  constructor() {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS });
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
    this.loopFailures = new Counter({
      name: 'gateway_loop_failures_total',
      help: 'Failures of what runs in the background.',
      labelNames: ['loop'],
      registers,
    });
    this.credentials = new Counter({
      name: 'gateway_refused_credentials_total',
      help: 'Tokens over HTTP and sockets, and clients at /oauth/token, that were refused.',
      labelNames: ['reason'],
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

  /** A loop has failed so often more; with 0 it is shown before it fails. */
  loopFailed(loop: string, times: number): void {
    this.loopFailures.inc({ loop }, times);
  }

  /** So many more credentials were refused; with 0 the reason is shown before there is one. */
  credentialRefused(reason: string, times: number): void {
    this.credentials.inc({ reason }, times);
  }

  /** Adds a counter by one label; each value is shown before there is one. */
  counter<const Value extends string>(
    name: string,
    { help, label, values }: { readonly help: string; readonly label: string; readonly values: readonly Value[] },
  ): (value: Value) => void {
    const counter = new Counter({ name, help, labelNames: [label], registers: [this.registry] });
    for (const value of values) counter.inc({ [label]: value }, 0);
    return (value) => {
      counter.inc({ [label]: value });
    };
  }

  /** Adds what counts calls to a server of somebody else, in metrics whose names begin with `name`. */
  calls(name: string): CallMeter {
    return new CallMeter(this.registry, name);
  }

  /** Adds for how many seconds each loop has failed that fails. */
  failingLoops(read: () => Readings): void {
    const help = 'For how long a loop that fails has failed.';
    this.addGauge({ name: 'gateway_loop_failing_seconds', help, label: 'loop' }, read);
  }

  /** Adds readings that are looked up at each scrape; one that fails is left out. */
  gauge(name: string, help: string, read: () => Readings): void {
    this.addGauge({ name, help, label: 'state' }, read);
  }

  /** Adds readings that the database is asked for, at most once in five seconds however many scrape. */
  sharedGauge(name: string, help: string, read: () => Promise<Readings>): void {
    this.addGauge({ name, help, label: 'state' }, kept(read));
  }

  private addGauge({ name, help, label }: Shown, read: () => Promise<Readings> | Readings): void {
    const gauge = new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.registry],
      async collect() {
        gauge.reset();
        try {
          for (const [key, value] of Object.entries(await read())) gauge.set({ [label]: key }, value);
        } catch {
          // The scrape still tells all the rest; that this is missing tells that the database is.
        }
      },
    });
  }

  /** All of it in Prometheus' text format, made once for all who ask meanwhile. */
  text(): Promise<string> {
    this.underWay ??= this.registry.metrics().finally(() => (this.underWay = undefined));
    return this.underWay;
  }
}

/** Gives what was read before for as long as it is young; what could not be read is asked for again. */
function kept(read: () => Promise<Readings>): () => Promise<Readings> {
  let readings: Readings | undefined;
  let readAt = -Infinity;
  return async () => {
    if (readings !== undefined && performance.now() < readAt + SHARED_LIFETIME_MS) return readings;
    readings = await read();
    readAt = performance.now();
    return readings;
  };
}

/** Name of the union's member that a mutation ended in. */
export function memberOf(mutation: string, result: unknown): string {
  if (isRefusal(result)) return errorTypeName(result.code);
  return result === undefined || result === null ? 'Failed' : successOf(mutation);
}

/** Name of the member that a mutation's union has for a success. */
export function successOf(mutation: string): string {
  return `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Success`;
}
