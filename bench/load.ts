import { createHistogram } from 'node:perf_hooks';
import { HttpConnection, type Target } from './http-connection.ts';
import type { Workload } from './workloads.ts';

export interface LoadOptions {
  /** Where it goes: connections take turns. */
  readonly targets: readonly Target[];
  /** The database behind them: no two requests to it are the same. */
  readonly database: string;
  /** Partners among the targets, which take turns too: the nth request is for the one whose turn is nth. */
  readonly partners?: number;
  readonly workload: Workload;
  /** How the system is asked. */
  readonly body?: (body: string) => string;
  readonly connections: number;
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/** What a load has seen; every request was answered, and rightly. */
export interface LoadResult {
  readonly answers: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Counts up over all loads of a run, for each database, workload and partner. */
const requests = new Map<string, number>();

function nextRequest({ database, workload, partners = 1 }: LoadOptions, turn: number): number {
  const partner = turn % partners;
  const name = `${database} ${workload.title} ${partner}`;
  const nth = (requests.get(name) ?? 0) + 1;
  requests.set(name, nth);
  return nth * partners + partner;
}

/**
 * Keeps all connections busy for `seconds`, then waits for the answers under way: they count, and so does their time.
 * @throws Error at the first answer that is not as it must be
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
