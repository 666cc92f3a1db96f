import type { BenchDatabases } from './database.ts';
import { runLoad } from './load.ts';
import type { Options } from './options.ts';
import { cpuSeconds, isLocalBackend, LOAD_CPU, peakResidentMegabytes, pin, totalCpuSeconds } from './processes.ts';
import { fetchToken, type System, type SystemName } from './systems.ts';
import type { Workload } from './workloads.ts';

/** One measured round of one system. */
export interface Round {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU of the server process per request, in microseconds. */
  readonly serverCpuUs: number;
  /** CPU of its database backends per request, in microseconds; NaN if they are not on this machine. */
  readonly databaseCpuUs: number;
  /** Share of one core that the server used. */
  readonly serverLoad: number;
}

export interface Measurement {
  readonly system: System;
  readonly rounds: readonly Round[];
  readonly peakResidentMegabytes: number;
  /** All answers, warm-up included. */
  readonly answers: number;
}

export interface MeasureOptions {
  readonly options: Options;
  readonly databases: BenchDatabases;
  readonly systems: readonly System[];
  readonly workload: Workload;
  readonly signal: AbortSignal;
}

/**
 * Duration of round 0, in seconds: V8 optimizes the code of a request only after some ten thousand, those of the larger
 * systems last.
 */
const FIRST_ROUND_SECONDS = 6;

/** Measures all systems in alternating rounds; each round begins with another system, so that none is always first. */
export async function measure(context: MeasureOptions): Promise<readonly Measurement[]> {
  const { options, systems } = context;
  const rounds = new Map<SystemName, Round[]>(systems.map(({ name }) => [name, []]));
  const answers = new Map<SystemName, number>();
  // Round 0 does not count: code is compiled and caches fill while it runs.
  for (let nth = 0; nth <= options.rounds; nth += 1) {
    const order = systems.map((_, index) => systems[(index + nth) % systems.length]);
    for (const system of order) {
      if (system === undefined) continue;
      const seconds = nth === 0 ? FIRST_ROUND_SECONDS : options.seconds;
      const measured = await measureRound({ ...context, options: { ...options, seconds } }, system);
      if (nth > 0) rounds.get(system.name)?.push(measured.round);
      answers.set(system.name, (answers.get(system.name) ?? 0) + measured.answers);
      const { requestsPerSecond, serverCpuUs } = measured.round;
      process.stderr.write(
        `round ${nth} ${system.name}: ${requestsPerSecond.toFixed(0)}/s, ${serverCpuUs.toFixed(0)} µs CPU\n`,
      );
    }
  }
  return systems.map((system) => ({
    system,
    rounds: rounds.get(system.name) ?? [],
    peakResidentMegabytes: peakResidentMegabytes(system.server.pid),
    answers: answers.get(system.name) ?? 0,
  }));
}

async function measureRound(context: MeasureOptions, { server, database, body }: System) {
  const { options, databases, systems, workload, signal } = context;
  const token = await fetchToken(systems);
  const targets = [{ port: server.port, token }];
  const load = { targets, database, workload, body, connections: options.connections, signal };
  await databases.checkpoint();
  const warmup = await runLoad({ ...load, seconds: options.warmupSeconds });
  const backends = (await databases.backends(database)).filter(isLocalBackend);
  for (const pid of backends) pin(pid, LOAD_CPU);
  const serverBefore = cpuSeconds(server.pid);
  const databaseBefore = totalCpuSeconds(backends);
  const result = await runLoad({ ...load, seconds: options.seconds });
  const serverSeconds = cpuSeconds(server.pid) - serverBefore;
  const databaseSeconds = totalCpuSeconds(backends) - databaseBefore;
  server.assertAlive();
  const perAnswerUs = 1_000_000 / result.answers;
  const round: Round = {
    requestsPerSecond: result.answers / result.seconds,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    serverCpuUs: serverSeconds * perAnswerUs,
    databaseCpuUs: backends.length === 0 ? NaN : databaseSeconds * perAnswerUs,
    serverLoad: serverSeconds / result.seconds,
  };
  return { round, answers: warmup.answers + result.answers };
}
