import { setTimeout as wait } from 'node:timers/promises';
import { serverProcess } from '../support/process.ts';
import { liftLimits } from './failover.ts';
import { Gateways } from './gateways.ts';
import { lookBack } from './look-back.ts';
import { PacedLoad } from './paced-load.ts';
import type { DrillSite, Findings } from './part.ts';
import { startPgBouncer } from './pgbouncer-process.ts';
import { Subscribers } from './subscribers.ts';

const DATABASE = 'gateway_bouncer';
const SECONDS = 5;
const RATE = 40;
const SUBSCRIBERS = 10;
/** What the start behind a pooler in transaction mode says. */
const REASON = /^DATABASE_URL leads to a pooler in transaction mode [^\n]+\.\n$/;
/** Timeout of a start that must fail, in milliseconds. */
const START_MS_MAX = 30_000;

/** Runs the gateway behind PgBouncer: it works in session mode; in transaction mode the start fails with the reason. */
export async function drillPgBouncer(site: DrillSite): Promise<Findings> {
  // While PgBouncer cannot log in to a missing database, it lets other clients wait.
  await site.cluster.sql('postgres', `create database ${DATABASE}`);
  const session = await inSessionMode(site);
  const transaction = await inTransactionMode(site);
  return {
    figures: [...session.figures, ...transaction.figures],
    wrong: [...session.wrong, ...transaction.wrong].map((sentence) => `PgBouncer: ${sentence}`),
  };
}

async function inSessionMode(site: DrillSite): Promise<Findings> {
  const bouncer = await startPgBouncer(placeOf(site), 'session');
  const roles = ['api', 'api', 'worker'];
  const gateways = await Gateways.start(roles.map((ROLES) => ({ DATABASE_URL: bouncer.url(DATABASE), ROLES })));
  const subscribers = await Subscribers.start(SUBSCRIBERS, gateways);
  const load = new PacedLoad(gateways);
  try {
    await liftLimits(site, DATABASE);
    load.begin(RATE);
    await wait(SECONDS * 1_000);
    await load.end();
    const interrupted = load.unanswered.size;
    await load.replay([...load.answers.keys()]);
    const wrong = [...(await lookBack({ gateways, load, subscribers }))];
    if (load.answers.size === 0) wrong.push('in session mode no pocket was made');
    if (interrupted > 0) wrong.push(`${interrupted} requests were not answered`);
    return {
      figures: [['PgBouncer, session mode: pockets, events', `${load.answers.size}, ${subscribers.seen}`]],
      wrong,
    };
  } finally {
    await load.end();
    subscribers.end();
    await gateways.end();
    await bouncer.end();
  }
}

async function inTransactionMode(site: DrillSite): Promise<Findings> {
  const bouncer = await startPgBouncer(placeOf(site), 'transaction');
  const started = serverProcess({ DATABASE_URL: bouncer.url(DATABASE), SANDBOX: 'true', DATA_DIR: 'memory://' });
  try {
    const ending = await Promise.race([started.ended, wait(START_MS_MAX, undefined, { ref: false })]);
    const isRefused = ending?.code === 1 && REASON.test(started.errors);
    site.tell(`behind PgBouncer in transaction mode the start says: ${started.errors.trim()}`);
    return {
      figures: [['PgBouncer, transaction mode', isRefused ? 'refused at the start, with the reason' : 'not refused']],
      wrong: isRefused ? [] : ['in transaction mode the start does not say what is wrong'],
    };
  } finally {
    await started.end('SIGKILL');
    await bouncer.end();
  }
}

function placeOf({ programs, folder, cluster }: DrillSite) {
  return { program: programs.pgbouncer, folder, leadsTo: cluster.port };
}
