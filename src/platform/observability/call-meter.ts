import { Counter, Histogram, type Registry } from 'prom-client';

interface Times {
  /** From the request for the call to its end. */
  readonly seconds: number;
  /** The part of it before it was sent. */
  readonly waitSeconds: number;
}

/** Upper bounds of the latency buckets, in seconds: up to the longest reasonable wait for an external server. */
const LATENCY_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Counts and times calls to an external server, by route and outcome. */
export class CallMeter {
  private readonly calls: Counter<'route' | 'outcome'>;
  private readonly times: Histogram<'route'>;
  private readonly waits: Histogram;

  /** @param name prefix of its metrics, such as `gateway_provider` */
  constructor(registry: Registry, name: string) {
    const [registers, buckets] = [[registry], LATENCY_SECONDS];
    this.calls = new Counter({
      name: `${name}_calls_total`,
      help: 'Calls by path template and outcome.',
      labelNames: ['route', 'outcome'],
      registers,
    });
    const times = {
      name: `${name}_seconds`,
      help: 'Duration of calls in seconds, waiting included.',
      labelNames: ['route'] as const,
    };
    this.times = new Histogram({ ...times, buckets, registers });
    const waits = { name: `${name}_waits_seconds`, help: 'Time that calls waited before they were sent, in seconds.' };
    this.waits = new Histogram({ ...waits, buckets, registers });
  }

  ended(route: string, outcome: string, { seconds, waitSeconds }: Times): void {
    this.calls.inc({ route, outcome });
    this.times.observe({ route }, seconds);
    this.waits.observe(waitSeconds);
  }
}
