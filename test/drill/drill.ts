import { setTimeout as wait } from 'node:timers/promises';
import { TestProcess } from '../support/process.ts';
import { Daemon, drillFolder } from './daemon.ts';
import { drillFailover } from './failover.ts';
import { drillNats } from './nats.ts';
import { findPrograms } from './packages.ts';
import type { DrillOptions, DrillSite, Findings } from './part.ts';
import { killPostgreSqlIn, PatroniCluster } from './patroni.ts';
import { drillPgBouncer } from './pgbouncer.ts';

const PARTS: readonly (readonly [name: string, run: (site: DrillSite) => Promise<Findings>])[] = [
  ['failover', drillFailover],
  ['pgbouncer', drillPgBouncer],
  ['nats', drillNats],
];
const FIRST_COLUMN = 44;
/** Timeout of all parts without their rounds, and of each round, in milliseconds. */
const PARTS_MS_MAX = 300_000;
const ROUND_MS_MAX = 180_000;

/**
 * Runs the parts of the drill whose name contains `only`, and prints the measurements.
 * @returns the exit code: 0 if everything is right
 */
export async function drill(options: DrillOptions, only: string, tell: (line: string) => void): Promise<number> {
  const programs = findPrograms();
  if (typeof programs === 'string') {
    tell(programs);
    return 1;
  }
  const folder = drillFolder();
  const leave = async () => {
    await TestProcess.endAll();
    await Daemon.endAll();
    killPostgreSqlIn(folder.path);
    folder.remove();
  };
  // An interrupted drill leaves no servers running.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void leave().finally(() => process.exit(1)));
  const limitMs = PARTS_MS_MAX + options.rounds * ROUND_MS_MAX;
  try {
    const found = await Promise.race([
      runParts({ programs, folder: folder.path, options, tell }, only),
      wait(limitMs, undefined, { ref: false }),
    ]);
    if (found !== undefined) return report(found, tell);
    tell(`WRONG: after ${limitMs / 1_000} s the drill has not ended`);
    return 1;
  } finally {
    await leave();
  }
}

async function runParts(site: Omit<DrillSite, 'cluster'>, only: string): Promise<readonly Findings[]> {
  const cluster = await PatroniCluster.start(site.programs, site.folder);
  site.tell('PostgreSQL runs under Patroni, with a synchronous standby.');
  const found: Findings[] = [];
  for (const [name, run] of PARTS) if (name.includes(only)) found.push(await run({ ...site, cluster }));
  return found;
}

function report(found: readonly Findings[], tell: (line: string) => void): number {
  tell('');
  for (const [what, figure] of found.flatMap(({ figures }) => figures)) tell(`${what.padEnd(FIRST_COLUMN)}${figure}`);
  tell('');
  const wrong = found.flatMap((part) => part.wrong);
  for (const sentence of wrong) tell(`WRONG: ${sentence}`);
  tell(wrong.length === 0 ? 'Nothing is lost, doubled or stuck.' : `${wrong.length} wrong`);
  return wrong.length === 0 ? 0 : 1;
}
