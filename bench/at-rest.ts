import { setTimeout as wait } from 'node:timers/promises';
import { cpuSeconds, residentMegabytes } from './processes.ts';
import type { Section } from './report.ts';
import { startEmbeddedGateway, startSystems, type System } from './systems.ts';
import type { ServerProcess } from './server-process.ts';
import type { RunContext } from './run-context.ts';

/** How long a server is left alone before it counts as at rest: it then still collects the garbage of its start. */
const SETTLE_MS = 30_000;
/** How long its rest is watched, in milliseconds. */
const REST_MS = 60_000;

/**
 * Measures how soon each system is ready, on a database that is migrated and seeded, and what it takes from then on while
 * nobody asks for anything.
 */
export async function runAtRest({ options, databases, directory }: RunContext): Promise<Section> {
  const systems: System[] = [];
  let embedded: ServerProcess | undefined;
  try {
    const world = { messages: 0, keyAccounts: 0, persons: false };
    await startSystems({ databases, databaseUrl: options.databaseUrl, directory, ...world }, systems);
    embedded = await startEmbeddedGateway({ directory });
    const servers = [...systems, { title: 'gateway, default roles, a new embedded database', server: embedded }];
    await wait(SETTLE_MS);
    const before = servers.map(({ server }) => cpuSeconds(server.pid));
    await wait(REST_MS);
    const rows = servers.map(({ title, server }, nth) => {
      const corePercent = (cpuSeconds(server.pid) - (before[nth] ?? NaN)) / (REST_MS / 100_000);
      const megabytes = residentMegabytes(server.pid).toFixed(0);
      return `| ${[title, server.startMs.toFixed(0), megabytes, corePercent.toFixed(2)].join(' | ')} |`;
    });
    const header = ['| System | ready after ms | resident MB at rest | % of a core at rest |', '|---|---|---|---|'];
    const how = `Each was started once; rest is the minute from ${SETTLE_MS / 1_000} s after the last start, all at once.`;
    return { title: 'Start and rest', lines: [how, '', ...header, ...rows] };
  } finally {
    await Promise.all([...systems.map(({ server }) => server.stop()), embedded?.stop()]);
  }
}
