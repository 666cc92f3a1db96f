import { setTimeout as wait } from 'node:timers/promises';
import { HttpConnection } from './http-connection.ts';
import { cpuSeconds, residentMegabytes } from './processes.ts';
import type { Section } from './report.ts';
import { fetchToken, startEmbeddedGateway, startSystems, type System } from './systems.ts';
import type { ServerProcess } from './server-process.ts';
import type { RunContext } from './run-context.ts';
import { atMost } from './target.ts';
import { pageBody } from './workloads.ts';
import { pageAccountNumber } from './world.ts';

/** How long no server starts before the first requests, in milliseconds: they share a core. */
const QUIET_MS = 5_000;
/** How long a server is idle before it counts as at rest, in ms: until then it collects the garbage of its start. */
const SETTLE_MS = 30_000;
/** How long a server at rest is observed, in milliseconds. */
const REST_MS = 60_000;

const EMBEDDED = 'gateway, default roles, a new embedded database';
/** What runs on a laptop, and on a server. */
const AS_SHIPPED = ['gateway, default roles', EMBEDDED];

/** Targets for the gateway as it ships: the first answer in milliseconds, percent of a core, megabytes. */
const WANTED = { firstMs: 20, corePercent: 0.5, megabytes: 143 } as const;

interface Rest {
  readonly title: string;
  /** Milliseconds from its spawn until it was ready. */
  readonly startMs: number;
  /** NaN for the system that issued the token, which was its first request. */
  readonly firstMs: number;
  readonly corePercent: number;
  readonly megabytes: number;
}

/**
 * Measures how soon each system is ready, on a migrated and seeded database, how long its first request takes, and what
 * it uses after that without any requests.
 */
export async function runAtRest({ options, databases, directory }: RunContext): Promise<Section> {
  const systems: System[] = [];
  let embedded: ServerProcess | undefined;
  try {
    const world = { messages: 0, keyAccounts: 0, persons: false };
    await startSystems({ databases, databaseUrl: options.databaseUrl, directory, ...world }, systems);
    const token = await fetchToken(systems);
    const firsts: number[] = [];
    await wait(QUIET_MS);
    for (const { server, body } of systems.slice(1)) firsts.push(await firstAnswerMs(server, token, body));
    embedded = await startEmbeddedGateway({ directory });
    const servers = [...systems, { title: EMBEDDED, server: embedded }];
    await wait(SETTLE_MS);
    const before = servers.map(({ server }) => cpuSeconds(server.pid));
    await wait(REST_MS);
    const rests = servers.map(({ title, server }, nth): Rest => {
      const corePercent = (cpuSeconds(server.pid) - (before[nth] ?? NaN)) / (REST_MS / 100_000);
      const { pid, startMs } = server;
      return { title, startMs, firstMs: firsts[nth - 1] ?? NaN, corePercent, megabytes: residentMegabytes(pid) };
    });
    return sectionOf(rests);
  } finally {
    await Promise.all([...systems.map(({ server }) => server.stop()), embedded?.stop()]);
  }
}

/** Measures a request from when it is sent, over an open connection. */
async function firstAnswerMs({ port }: ServerProcess, token: string, body: System['body']): Promise<number> {
  const connection = await HttpConnection.open({ port, token });
  try {
    const beganMs = performance.now();
    await connection.post(body(pageBody(pageAccountNumber(0))));
    return performance.now() - beganMs;
  } finally {
    connection.close();
  }
}

function sectionOf(rests: readonly Rest[]): Section {
  const text = (figure: number, digits = 0) => (Number.isNaN(figure) ? '–' : figure.toFixed(digits));
  const rows = rests.map(({ title, startMs, firstMs, corePercent, megabytes }) => {
    const cells = [title, text(startMs), text(firstMs), text(megabytes), text(corePercent, 2)];
    return `| ${cells.join(' | ')} |`;
  });
  const targets = rests
    .filter(({ title }) => AS_SHIPPED.includes(title))
    .flatMap(({ title, firstMs, corePercent, megabytes }) => [
      ...(Number.isNaN(firstMs) ? [] : [atMost(`${title}: first page after ready`, firstMs, WANTED.firstMs, ' ms')]),
      atMost(`${title}: % of a core at rest`, corePercent, WANTED.corePercent),
      atMost(`${title}: resident at rest`, megabytes, WANTED.megabytes, ' MB'),
    ]);
  const header = [
    '| System | ready after ms | first page ms | resident MB at rest | % of a core at rest |',
    '|---|---|---|---|---|',
  ];
  const how = `Each was started once. Its first request ever is a page of 50 pockets, after it said that it was ready. Rest is the minute from ${SETTLE_MS / 1_000} s after the last start, all at once.`;
  return { title: 'Start and rest', lines: [how, '', ...header, ...rows], targets };
}
