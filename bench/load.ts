import { createHistogram } from 'node:perf_hooks';
import { HttpConnection, type Target } from './http-connection.ts';
import type { Workload } from './workloads.ts';

export interface LoadOptions {
  /** Where requests go: connections take turns. */
  readonly targets: readonly Target[];
  /** The database of the targets: no two requests to it are the same. */
  readonly database: string;
  /** Number of partners among the targets, which take turns too: request n is for partner n modulo this number. */
  readonly partners?: number;
  readonly workload: Workload;
  /** Converts a body to the form that the system expects. */
  readonly body?: (body: string) => string;
  readonly connections: number;
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/** Result of a load; every request got a right answer. */
export interface LoadResult {
  readonly answers: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Requests over all loads of a run, counted for each database, workload and partner. */
const requests = new Map<string, number>();

function nextRequest({ database, workload, partners = 1 }: LoadOptions, turn: number): number {
  const partner = turn % partners;
  const name = `${database} ${workload.title} ${partner}`;
  const nth = (requests.get(name) ?? 0) + 1;
  requests.set(name, nth);
  return nth * partners + partner;
}

/**
 * Keeps all connections busy for `seconds`, then waits for outstanding answers: they count, and so does their time.
 * @throws Error at the first wrong answer
 */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const turns = Array.from(
    { length: options.connections },
    (_, turn) => options.targets[turn % options.targets.length],
  );
  const opened = await Promise.all(
    turns.flatMap((target) => target ?? []).map((target) => HttpConnection.open(target)),
  );
  const latency = createHistogram();
  try {
    const start = performance.now();
    const end = start + options.seconds * 1_000;
    await Promise.all(opened.map((connection, turn) => keepBusy(connection, options, { turn, end, latency })));
    const seconds = (performance.now() - start) / 1_000;
    const [p50Ms, p99Ms] = [latency.percentile(50) / 1_000, latency.percentile(99) / 1_000];
    return { answers: latency.count, seconds, p50Ms, p99Ms };
  } finally {
    for (const connection of opened) connection.close();
  }
}

async function keepBusy(
  connection: HttpConnection,
  options: LoadOptions,
  { turn, end, latency }: { turn: number; end: number; latency: ReturnType<typeof createHistogram> },
): Promise<void> {
  const { workload, body = (text: string) => text, signal } = options;
  for (let sent = performance.now(); sent < end; sent = performance.now()) {
    signal.throwIfAborted();
    const nth = nextRequest(options, turn);
    const answer = await (workload.rest
      ? connection.send(workload.rest(nth))
      : connection.post(body(workload.body(nth))));
    if (!answer.includes(workload.marker) || answer.includes('"errors"'))
      throw new Error(`A wrong answer: ${answer.toString().slice(0, 2_000)}`);
    latency.record(Math.max(1, Math.round((performance.now() - sent) * 1_000)));
  }
}
