import type { Client } from 'pg';
import { captureWaiting } from '../../src/webhooks/capture/queue-messages.ts';
import { LOCK_DUE_BREAKERS } from '../../src/webhooks/deliveries/due-delivery.rows.ts';
import { numberEvents } from '../../src/events/log/relay-events.ts';
import type { Sql } from '../../src/platform/database/database.ts';
import { databaseUrl, withClient } from '../database.ts';
import { runLoad } from '../load.ts';
import type { Section } from '../report.ts';
import type { RunContext } from '../run-context.ts';
import type { ServerProcess } from '../server-process.ts';
import { gatewaySql } from '../statements.ts';
import { medianOf, medianRatio } from '../statistics.ts';
import { startGateway } from '../systems.ts';
import { atMost } from '../target.ts';
import { fetchTokenOf } from '../token.ts';
import { scaleRequests } from './scale-requests.ts';
import { addEvents, drainEvents, fillScaleWorld, scaleWorlds, type ScaleWorld } from './scale-worlds.ts';

/** Target: maximum ratio of the time in the largest world to that in the smallest one that has as many busy partners. */
const WANTED = 1.3;
/** Events that a round of the relay numbers, and that are captured afterwards. */
const EVENTS = 2_000;
/** Numbers of partners that have these events. */
const BUSY_PARTNERS = [10, 2_000] as const;
/** Maximum number of configurations in a claim. */
const CLAIMED_MAX = 64;

/** A world with a server and a database connection. */
interface ServedWorld {
  readonly world: ScaleWorld;
  readonly server: ServerProcess;
  readonly token: string;
  readonly client: Client;
}

/** What is measured in each world. */
interface ScaleOperation {
  readonly title: string;
  /** Partners that it needs: it is measured in worlds that have as many. By default any world will do. */
  readonly partners?: number;
  /** Returns how long it takes, in milliseconds. */
  readonly measure: (served: ServedWorld) => Promise<number>;
}

interface Measured extends ScaleOperation {
  /** Milliseconds of each world, round by round; empty for a world without enough partners. */
  readonly rounds: readonly number[][];
}

/** Measures lists, look-ups, creations and rounds of the worker in worlds from small to large. */
export function runScale(context: RunContext): Promise<Section> {
  return serveAll(context, scaleWorlds, async (served) => {
    const operations = [...requestsOf(context), ...BUSY_PARTNERS.flatMap(roundOf), claim];
    const measured = operations.map((operation): Measured => ({ ...operation, rounds: served.map(() => []) }));
    // Round 0 does not count: code is compiled and caches fill while it runs.
    for (let nth = 0; nth <= context.options.rounds; nth += 1)
      for (const { title, partners = 0, measure, rounds } of measured) {
        const inOrder = served
          .map((one, which) => ({ one, which }))
          .filter(({ one }) => one.world.partners >= partners);
        for (const { one, which } of nth % 2 === 0 ? inOrder : inOrder.toReversed()) {
          context.signal.throwIfAborted();
          const milliseconds = await measure(one);
          if (nth > 0) rounds[which]?.push(milliseconds);
        }
        process.stderr.write(`round ${nth} ${title}\n`);
      }
    return sectionOf(measured);
  });
}

/** Fills the worlds, and serves all of them while `work` runs. */
async function serveAll<Result>(
  context: RunContext,
  [world, ...others]: readonly ScaleWorld[],
  work: (served: readonly ServedWorld[]) => Promise<Result>,
): Promise<Result> {
  if (world === undefined) return work([]);
  const { options, databases, directory } = context;
  const starting = { databases, databaseUrl: options.databaseUrl, directory };
  const { database } = world;
  await databases.create(database);
  await (await startGateway(starting, database, 'api')).stop();
  process.stderr.write(`filling ${database}\n`);
  return withClient(databaseUrl(options.databaseUrl, database), async (client) => {
    await fillScaleWorld(client, world);
    const server = await startGateway(starting, database, 'api');
    try {
      const token = await fetchTokenOf(server.port);
      return await serveAll(context, others, (more) => work([{ world, server, token, client }, ...more]));
    } finally {
      await server.stop();
    }
  });
}

function requestsOf({ options, signal }: RunContext): readonly ScaleOperation[] {
  return scaleRequests.map(({ title, marker, bodyOf }) => ({
    title,
    async measure({ world, server: { port }, token }) {
      const workload = { title, marker, body: (nth: number) => bodyOf(nth, world) };
      const load = { targets: [{ port, token }], database: world.database, workload, connections: 1, signal };
      return (await runLoad({ ...load, seconds: options.seconds })).p50Ms;
    },
  }));
}

/** Returns a round of the relay and the capture that follows it, with events of as many partners. */
function roundOf(partners: number): readonly ScaleOperation[] {
  const whose = `${partners} partners`;
  return [
    {
      title: `the relay numbers ${EVENTS} events of ${whose} in turn`,
      partners,
      async measure({ client }) {
        // Requests may have caused events too, which would otherwise be numbered first.
        await drainEvents(client);
        await addEvents(client, EVENTS, partners);
        return timed(client, numberEvents);
      },
    },
    {
      title: `these of ${whose} are captured: a message each`,
      partners,
      measure: ({ client }) =>
        timed(client, async (sql) => {
          while ((await captureWaiting(sql, new Date(), [])).hasMore);
        }),
    },
  ];
}

const claim: ScaleOperation = {
  title: 'a worker looks for what is due',
  async measure({ client }) {
    // Ten partners have messages that wait, and all others have none.
    await client.query(KEEP_TEN_WAITING);
    await client.query('vacuum analyze webhook_delivery');
    return timed(client, (sql) => sql.run(LOCK_DUE_BREAKERS, [new Date().toISOString(), CLAIMED_MAX, []]));
  },
};

const KEEP_TEN_WAITING = `delete from webhook_delivery where partner_id not in (
  select 'SCALE_' || nth from generate_series(1, 10) as nth)`;

/** Returns how long `work` takes in its own transaction, in milliseconds. */
async function timed(client: Client, work: (sql: Sql) => Promise<unknown>): Promise<number> {
  const sql = await gatewaySql(client);
  const beganMs = performance.now();
  await client.query('begin');
  await work(sql);
  await client.query('commit');
  return performance.now() - beganMs;
}

function sectionOf(measured: readonly Measured[]): Section {
  const ratios = measured.map(({ rounds }) => {
    const [smallest = []] = rounds.filter(({ length }) => length > 0);
    return medianRatio(rounds.at(-1) ?? [], smallest);
  });
  const rows = measured.map(({ title, rounds }, nth) => {
    const medians = rounds.map((milliseconds) => (milliseconds.length === 0 ? '–' : medianOf(milliseconds).toFixed(2)));
    const cells = [...medians, ratios[nth]?.toFixed(2)];
    return `| ${[title, ...cells].join(' | ')} |`;
  });
  const lines = [
    'Milliseconds, one request at a time: the median of a round, and of these over the rounds. The partner that asks has the pockets, 50 to an account; each of the others has a configuration. Ratios are of the last world to the first that was measured.',
    '',
    `| Operation | ${scaleWorlds.map(({ title }) => title).join(' | ')} | × |`,
    `|---|${scaleWorlds.map(() => '---|').join('')}---|`,
    ...rows,
  ];
  const targets = measured.map(({ title }, nth) => atMost(`${title}: ×`, ratios[nth] ?? NaN, WANTED));
  return { title: 'A million pockets, ten thousand partners', lines, targets };
}
