import { createHistogram } from 'node:perf_hooks';
import { HttpConnection, type Target } from './http-connection.ts';
import type { Workload } from './workloads.ts';

export interface LoadOptions extends Target {
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

/** Counts up over all loads of a run, for each system and workload: no two requests of one system are the same. */
const requests = new Map<string, number>();

function nextRequest({ port, workload }: LoadOptions): number {
  const name = `${port} ${workload.title}`;
  const nth = (requests.get(name) ?? 0) + 1;
  requests.set(name, nth);
  return nth;
}

/**
 * Keeps all connections busy for `seconds`, then waits for the answers under way: they count, and so does their time.
 * @throws Error at the first answer that is not as it must be
 */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const opened = await Promise.all(Array.from({ length: options.connections }, () => HttpConnection.open(options)));
  const latency = createHistogram();
  try {
    const start = performance.now();
    const end = start + options.seconds * 1_000;
    await Promise.all(opened.map((connection) => keepBusy(connection, options, { end, latency })));
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
  { end, latency }: { end: number; latency: ReturnType<typeof createHistogram> },
): Promise<void> {
  const { workload, body = (text: string) => text, signal } = options;
  for (let sent = performance.now(); sent < end; sent = performance.now()) {
    signal.throwIfAborted();
    const answer = await connection.post(body(workload.body(nextRequest(options))));
    if (!answer.includes(workload.marker) || answer.includes('"errors"'))
      throw new Error(`A wrong answer: ${answer.toString().slice(0, 2_000)}`);
    latency.record(Math.max(1, Math.round((performance.now() - sent) * 1_000)));
  }
}
