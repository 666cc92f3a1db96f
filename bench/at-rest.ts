import { setTimeout as wait } from 'node:timers/promises';
import { residentMegabytes } from './processes.ts';
import type { Section } from './report.ts';
import { startSystems, type System } from './systems.ts';
import type { RunContext } from './run-context.ts';

/** How long a server is left alone before its memory is read, in milliseconds. */
const REST_MS = 3_000;

/** Measures how soon each system is ready, on a database that is migrated and seeded, and what it then keeps. */
export async function runAtRest({ options, databases, directory }: RunContext): Promise<Section> {
  const systems: System[] = [];
  try {
    const world = { messages: 0, keyAccounts: 0, persons: false };
    await startSystems({ databases, databaseUrl: options.databaseUrl, directory, ...world }, systems);
    await wait(REST_MS);
    const rows = systems.map(({ title, server }) => {
      const cells = [title, server.startMs.toFixed(0), residentMegabytes(server.pid).toFixed(0)];
      return `| ${cells.join(' | ')} |`;
    });
    const header = ['| System | ready after ms | resident MB at rest |', '|---|---|---|'];
    return { title: 'Start and rest', lines: ['Each was started once.', '', ...header, ...rows] };
  } finally {
    await Promise.all(systems.map(({ server }) => server.stop()));
  }
}
