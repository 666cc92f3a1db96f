/**
 * Shows what a process does: logs, metrics and traces.
 * @packageDocumentation
 */

import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { errorTypeName, isRefusal } from '../../kernel/domain-error.ts';
import type { OperationEnd } from './operation-end.ts';
import { CallMeter } from './call-meter.ts';

/** Upper bounds of the latency buckets, in seconds: fine for usual responses, coarse up to the longest execution. */
const LATENCY_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Time between two samples of the event loop's lag, in milliseconds; also the smallest lag that is reported. More
 * samples would cost an idle process more than everything else.
 */
const EVENT_LOOP_SAMPLE_MS = 100;

/** How long readings of the database are cached, in milliseconds. */
export const SHARED_LIFETIME_MS = 5_000;

/** Values of a gauge by label value, read at a scrape. */
export type Readings = Readonly<Record<string, number>>;

interface Shown {
  readonly name: string;
  readonly help: string;
  /** Name of the label that distinguishes the readings. */
  readonly label: string;
}

/** Counters of this process and readings of shared data, for Prometheus. Each label has few values. */
export class Metrics {
  private inFlight: Promise<string> | undefined;
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
      help: 'GraphQL operations by type, transport and the code of their first top-level error; OK if there was none.',
      labelNames: ['type', 'transport', 'code'],
      registers,
    });
    this.latency = new Histogram({
      name: 'gateway_operation_duration_seconds',
      help: 'Time from the arrival of an operation to its response, in seconds; for a subscription, until it is open.',
      labelNames: ['type', 'transport'],
      buckets: LATENCY_SECONDS,
      registers,
    });
    this.mutations = new Counter({
      name: 'gateway_mutation_results_total',
      help: 'Mutations by the returned member of their result union; Failed if there was no result.',
      labelNames: ['mutation', 'result'],
      registers,
    });
    this.loopFailures = new Counter({
      name: 'gateway_loop_failures_total',
      help: 'Failures of background loops.',
      labelNames: ['loop'],
      registers,
    });
    this.credentials = new Counter({
      name: 'gateway_refused_credentials_total',
      help: 'Refused credentials by reason: tokens over HTTP and sockets, and clients at /oauth/token.',
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

  /** @param result name of the returned member of the union */
  mutationEnded(mutation: string, result: string): void {
    this.mutations.inc({ mutation, result });
  }

  /** Counts failures of a loop; with 0 the loop appears before it fails. */
  loopFailed(loop: string, times: number): void {
    this.loopFailures.inc({ loop }, times);
  }

  /** Counts refused credentials; with 0 the reason appears before it occurs. */
  credentialRefused(reason: string, times: number): void {
    this.credentials.inc({ reason }, times);
  }

  /** Adds a counter with one label; each value appears before it occurs. */
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

  /** Adds metrics of calls to an external server, with names that begin with `name`. */
  calls(name: string): CallMeter {
    return new CallMeter(this.registry, name);
  }

  /** Adds a gauge of how long each failing loop has been failing, in seconds. */
  failingLoops(read: () => Readings): void {
    const help = 'Time since each failing background loop began to fail, in seconds.';
    this.addGauge({ name: 'gateway_loop_failing_seconds', help, label: 'loop' }, read);
  }

  /** Adds a gauge of how long the work of each loop has been due, in seconds. */
  overdueWork(read: () => Readings): void {
    const help = 'Time for which the work of each background loop has been due, in seconds.';
    this.addGauge({ name: 'gateway_overdue_seconds', help, label: 'loop' }, read);
  }

  /** Adds a gauge that is read at each scrape; if that fails, it is omitted. */
  gauge(name: string, help: string, read: () => Readings): void {
    this.addGauge({ name, help, label: 'state' }, read);
  }

  /** Adds a gauge that is read from the database, at most once in five seconds for all scrapers. */
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
          // The scrape still has all other metrics; without this one, the database is unreachable.
        }
      },
    });
  }

  /** Returns all metrics in Prometheus' text format; concurrent scrapes share one result. */
  text(): Promise<string> {
    this.inFlight ??= this.registry.metrics().finally(() => (this.inFlight = undefined));
    return this.inFlight;
  }
}

/** Caches readings for `SHARED_LIFETIME_MS`; a failure is not cached. */
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

/** Returns the name of the union's member that a mutation returned. */
export function memberOf(mutation: string, result: unknown): string {
  if (isRefusal(result)) return errorTypeName(result.code);
  return result === undefined || result === null ? 'Failed' : successOf(mutation);
}

/** Returns the name of the success member of a mutation's union. */
export function successOf(mutation: string): string {
  return `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Success`;
}
