import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { format } from 'prettier';
import type { Measurement, Round } from './measure.ts';
import type { Options, WorkloadName } from './options.ts';
import { canPin } from './processes.ts';
import { medianOf } from './statistics.ts';
import { targetLines } from './targets.ts';

/** A workload with what was measured of it. */
export interface Results {
  readonly name: WorkloadName;
  readonly title: string;
  readonly measurements: readonly Measurement[];
}

export interface ReportOptions {
  readonly options: Options;
  readonly postgres: { readonly version: string; readonly fsync: string };
  readonly date: string;
}

const HEADER = `| System | requests/s | × ours | p50 ms | p99 ms | CPU µs/request (least–most) | per CPU × ours | database µs/request | peak RSS MB |
|---|---|---|---|---|---|---|---|---|`;

const REPORTED_PACKAGES = [
  '@apollo/server',
  'type-graphql',
  '@mikro-orm/core',
  'graphql',
  'graphql-jit',
  'mercurius',
  'fastify',
  'pg',
];

/** The results as markdown: medians over the rounds, and ratios of medians to the first system, which is ours. */
export function report(results: readonly Results[], { options, postgres, date }: ReportOptions): Promise<string> {
  const { rounds, seconds, warmupSeconds, connections } = options;
  const [cpu] = cpus();
  const pinned = canPin
    ? 'Server on CPU 1; load and database on CPU 0.'
    : 'Nothing was pinned to a CPU: `taskset` or a second core is missing.';
  const method = `Medians of ${rounds} alternating rounds of ${seconds} s after ${warmupSeconds} s of warm-up, ${connections} connections.`;
  const lines = [
    '# Benchmark results',
    '',
    `${date} · Node ${process.version} · PostgreSQL ${postgres.version}, fsync ${postgres.fsync} · ${cpus().length} cores (${cpu?.model ?? 'unknown'}), ${(totalmem() / 2 ** 30).toFixed(0)} GB`,
    '',
    packageVersions(),
    '',
    `${method} ${pinned} CPU per request is that of the server process; "per CPU" is what a core's worth of it serves. Ratios are to the first row. The peers run no worker and check less of createPocket's input.`,
    ...results.flatMap(sectionOf),
  ];
  return format(lines.join('\n'), { parser: 'markdown' });
}

function sectionOf({ name, title, measurements }: Results): string[] {
  return ['', `## ${title}`, '', HEADER, ...rowsOf(measurements), '', ...targetLines(name, measurements)];
}

function rowsOf(measurements: readonly Measurement[]): string[] {
  const [ours] = measurements;
  if (ours === undefined) return [];
  return measurements.map((measurement) => {
    const median = (read: (round: Round) => number, of = measurement) => medianOf(of.rounds.map(read));
    const throughput = median(({ requestsPerSecond }) => requestsPerSecond);
    const cpuUs = median(({ serverCpuUs }) => serverCpuUs);
    const databaseUs = median(({ databaseCpuUs }) => databaseCpuUs);
    const allCpuUs = measurement.rounds.map(({ serverCpuUs }) => serverCpuUs);
    const extremes = [Math.min(...allCpuUs), Math.max(...allCpuUs)];
    const cells = [
      measurement.system.title,
      throughput.toFixed(0),
      (throughput / median(({ requestsPerSecond }) => requestsPerSecond, ours)).toFixed(2),
      median(({ p50Ms }) => p50Ms).toFixed(1),
      median(({ p99Ms }) => p99Ms).toFixed(1),
      `${cpuUs.toFixed(0)} (${extremes.map((us) => us.toFixed(0)).join('–')})`,
      (median(({ serverCpuUs }) => serverCpuUs, ours) / cpuUs).toFixed(2),
      Number.isNaN(databaseUs) ? '–' : databaseUs.toFixed(0),
      measurement.peakResidentMegabytes.toFixed(0),
    ];
    return `| ${cells.join(' | ')} |`;
  });
}

function packageVersions(): string {
  return REPORTED_PACKAGES.map((name) => `${name} ${packageVersion(name)}`).join(' · ');
}

function packageVersion(name: string): string {
  const file = new URL(`../node_modules/${name}/package.json`, import.meta.url);
  const contents: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const hasVersion = typeof contents === 'object' && contents !== null && 'version' in contents;
  return hasVersion ? String(contents.version) : 'unknown';
}
