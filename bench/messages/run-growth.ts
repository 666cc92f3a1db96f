import { withClient } from '../database.ts';
import { runLoad, type LoadResult } from '../load.ts';
import type { Section } from '../report.ts';
import type { RunContext } from '../run-context.ts';
import { medianOf } from '../statistics.ts';
import { atMost, type Target } from '../target.ts';
import { growthSearches, type GrowthSearch } from './growth-searches.ts';
import { startGrowthSystems, type GrowthSystem } from './growth-systems.ts';
import { SPREAD_DAYS } from './messages-world.ts';
import { statementCost, type StatementCost } from './statement-cost.ts';

/** Archive size that all others are compared with, in messages. */
const FEW_MESSAGES = 10_000;
export const MANY_MESSAGES = 1_000_000;
const HUGE_MESSAGES = 10_000_000;

/** Target: maximum ratio of the median to that with few messages. */
const WANTED = 1.3;

interface Measured extends StatementCost {
  readonly system: GrowthSystem;
  readonly search: GrowthSearch;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Measures how message searches slow down as the archive grows: one request at a time, rounds alternate over sizes. */
export async function runArchiveGrowth(context: RunContext): Promise<Section> {
  const sizes = context.options.huge ? [FEW_MESSAGES, MANY_MESSAGES, HUGE_MESSAGES] : [FEW_MESSAGES, MANY_MESSAGES];
  const systems: GrowthSystem[] = [];
  try {
    await startGrowthSystems(context, sizes, systems);
    const measured: Measured[] = [];
    for (const search of growthSearches) measured.push(...(await measureSearch(context, systems, search)));
    return { title: 'Messages: growth of the archive', lines: linesOf(measured), targets: targetsOf(measured) };
  } finally {
    await Promise.all(systems.map(({ server }) => server.stop()));
  }
}

async function measureSearch(
  { options: { rounds, seconds, warmupSeconds }, signal }: RunContext,
  systems: readonly GrowthSystem[],
  search: GrowthSearch,
): Promise<readonly Measured[]> {
  const workload = { ...search, body: () => search.body };
  const results = new Map<GrowthSystem, LoadResult[]>(systems.map((system) => [system, []]));
  // Round 0 does not count: code is compiled and caches fill while it runs.
  for (let nth = 0; nth <= rounds; nth += 1)
    for (const system of nth % 2 === 0 ? systems : systems.toReversed()) {
      const { server, token, url } = system;
      const load = { targets: [{ port: server.port, token }], database: url, workload, connections: 1, signal };
      const result = await runLoad({ ...load, seconds: nth === 0 ? warmupSeconds : seconds });
      if (nth > 0) results.get(system)?.push(result);
    }
  const measured: Measured[] = [];
  for (const [system, loads] of results) {
    const cost = await withClient(system.url, async (client) => statementCost(client, await search.statement()));
    const [p50Ms, p99Ms] = [medianOf(loads.map((load) => load.p50Ms)), medianOf(loads.map((load) => load.p99Ms))];
    measured.push({ ...cost, system, search, p50Ms, p99Ms });
    process.stderr.write(
      `${search.name} of ${system.messages}: ${p50Ms.toFixed(2)} ms, ${cost.medianMs.toFixed(2)} ms\n`,
    );
  }
  return measured;
}

function linesOf(measured: readonly Measured[]): string[] {
  const rows = measured.map((entry) => {
    const { system, search, p50Ms, p99Ms, medianMs, pages } = entry;
    const times = [p50Ms.toFixed(2), p99Ms.toFixed(2), timesFew(entry, measured).toFixed(2), medianMs.toFixed(2)];
    return `| ${[search.title, system.messages.toLocaleString('en'), ...times, pages].join(' | ')} |`;
  });
  return [
    `One partner, 12 configurations, ${SPREAD_DAYS} days, 0.1 % FAILED, one breaker open; one request at a time. Each page is full at every size. A statement's time is that of its prepared form on a connection of its own.`,
    '',
    '| Search | messages | p50 ms | p99 ms | p50 × 10,000 | statement ms | pages read |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ];
}

function targetsOf(measured: readonly Measured[]): readonly Target[] {
  return measured.flatMap((entry) => {
    const { search, system } = entry;
    if (system.messages === FEW_MESSAGES) return [];
    const what = `${search.title} at ${system.messages.toLocaleString('en')}: × p50 at 10,000`;
    return [atMost(what, timesFew(entry, measured), WANTED)];
  });
}

/** Returns the ratio of the median to that with few messages. */
function timesFew({ search, p50Ms }: Measured, measured: readonly Measured[]): number {
  const few = measured.find(({ search: { name }, system }) => name === search.name && system.messages === FEW_MESSAGES);
  return p50Ms / (few?.p50Ms ?? NaN);
}
