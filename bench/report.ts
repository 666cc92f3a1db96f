import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { format } from 'prettier';
import type { Measurement, Round } from './measure.ts';
import type { Options, WorkloadName } from './options.ts';
import { canPin, type CoreTime } from './processes.ts';
import { medianOf, medianRatio } from './statistics.ts';
import { isTargets, targetsTable } from './report-targets.ts';
import type { Target } from './target.ts';
import { targetsOf } from './targets.ts';

/** The results of one measurement, as Markdown. */
export interface Section {
  readonly title: string;
  readonly lines: readonly string[];
  readonly targets?: readonly Target[];
  /** How it was measured, if not with the options of the run. */
  readonly options?: Options;
}

/** A workload with its measurements. */
export interface Results {
  readonly name: WorkloadName;
  readonly title: string;
  readonly measurements: readonly Measurement[];
}

export interface ReportOptions {
  readonly options: Options;
  readonly postgres: { readonly version: string; readonly fsync: string };
  readonly date: string;
  /** Core time when the sections began, and when they ended. */
  readonly times: readonly [began: CoreTime, ended: CoreTime];
}

const HEADER = `| System | requests/s | × ours | p50 ms | p99 ms | CPU µs/request (least–most) | per CPU × ours | database µs/request | peak RSS MB |
|---|---|---|---|---|---|---|---|---|`;

const INTRODUCTION =
  'CPU per request is that of the server process; "per CPU" is what a core\'s worth of it serves. Ratios are to the first row, or to the row that is named: the median of what they are round by round, so that what slows the machine for a while slows both sides. The peers run no worker and check less of the input.';

const REPORTED_PACKAGES = [
  '@apollo/server',
  'type-graphql',
  '@mikro-orm/core',
  'graphql',
  'graphql-jit',
  'mercurius',
  'graphql-yoga',
  'fastify',
  'postgraphile',
  'pg',
  'undici',
];

/**
 * Returns the report with new sections in place of their previous versions; those that were not measured this time are
 * kept, each with the conditions that it was measured under.
 */
export function report(sections: readonly Section[], former: string, options: ReportOptions): Promise<string> {
  const written = sections.map((section) => {
    const { title, lines } = section;
    return [`## ${title}`, '', conditionsOf(section, options), '', ...lines].join('\n');
  });
  const kept = sectionsOf(former).filter((text) => !isTargets(text));
  const byTitle = new Map([...kept, ...written].map((text) => [titleOf(text), text.trim()]));
  const targets = targetsTable(sections, former);
  return format(['# Benchmark results', INTRODUCTION, packageVersions(), targets, ...byTitle.values()].join('\n\n'), {
    parser: 'markdown',
  });
}

/** Returns the table of targets in a report. */
export function targetsIn(text: string): string {
  return sectionsOf(text).find((section) => isTargets(section)) ?? '';
}

function sectionsOf(markdown: string): readonly string[] {
  return markdown.split(/^(?=## )/m).filter((part) => part.startsWith('## '));
}

function titleOf(section: string): string {
  return section.split('\n', 1).join('');
}

function conditionsOf(section: Section, { options, postgres, date, times }: ReportOptions): string {
  const { rounds, seconds, warmupSeconds, connections } = section.options ?? options;
  const [cpu] = cpus();
  const pinned = canPin ? 'server on CPU 1, load and database on CPU 0' : 'nothing pinned to a CPU';
  return [
    `${date}, Node ${process.version}, PostgreSQL ${postgres.version.split(' ', 1).join('')}`,
    `${cpus().length} cores (${cpu?.model ?? 'unknown'}), ${(totalmem() / 2 ** 30).toFixed(0)} GB, fsync ${postgres.fsync}, ${pinned}`,
    `${rounds} rounds of ${seconds} s after ${warmupSeconds} s of warm-up, ${connections} connections`,
    `${stolenShare(times)} % of the CPU time taken by the host`,
  ].join('; ');
}

function stolenShare([began, ended]: ReportOptions['times']): string {
  return ((100 * (ended.stolen - began.stolen)) / Math.max(1, ended.all - began.all)).toFixed(1);
}

/** Returns the measurements of a workload as a table. */
export function sectionOf({ name, title, measurements }: Results): Section {
  return { title, lines: [HEADER, ...rowsOf(measurements)], targets: targetsOf(name, measurements) };
}

function rowsOf(measurements: readonly Measurement[]): string[] {
  const [ours] = measurements;
  if (ours === undefined) return [];
  return measurements.map((measurement) => {
    const median = (read: (round: Round) => number) => medianOf(measurement.rounds.map(read));
    const timesOurs = (read: (round: Round) => number) =>
      medianRatio(measurement.rounds.map(read), ours.rounds.map(read)).toFixed(2);
    const throughput = median(({ requestsPerSecond }) => requestsPerSecond);
    const cpuUs = median(({ serverCpuUs }) => serverCpuUs);
    const databaseUs = median(({ databaseCpuUs }) => databaseCpuUs);
    const allCpuUs = measurement.rounds.map(({ serverCpuUs }) => serverCpuUs);
    const extremes = [Math.min(...allCpuUs), Math.max(...allCpuUs)];
    const cells = [
      measurement.system.title,
      throughput.toFixed(0),
      timesOurs(({ requestsPerSecond }) => requestsPerSecond),
      median(({ p50Ms }) => p50Ms).toFixed(1),
      median(({ p99Ms }) => p99Ms).toFixed(1),
      `${cpuUs.toFixed(0)} (${extremes.map((us) => us.toFixed(0)).join('–')})`,
      timesOurs(({ serverCpuUs }) => 1 / serverCpuUs),
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
