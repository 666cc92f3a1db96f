import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { databaseUrl, type BenchDatabases } from '../database.ts';
import { ServerProcess } from '../server-process.ts';
import { ISSUER } from '../systems.ts';
import { EMIT_PATH, eventBody, peerEvent } from './event.ts';
import { tokenSigner } from './tokens.ts';

const GATEWAY = new URL('../../dist/server/main.js', import.meta.url);
const DATABASE = 'bench_live';
/** As `npm start` sets it, and the same for all: what is idle is else dwarfed by room for young objects. */
const NODE_OPTIONS = '--max-semi-space-size=8';

/** A server that sends live events, and how its clients and its events come about. */
export interface LiveSystem {
  readonly title: string;
  readonly server: ServerProcess;
  readonly introduce: (partner: string) => Promise<object>;
  /** Lets an event of a partner happen; when it resolves it has. */
  readonly emit: (partner: string, nth: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

interface LiveSystemsOptions {
  readonly databases: BenchDatabases;
  readonly databaseUrl: string;
  readonly directory: string;
}

export const GATEWAY_LIVE = 'gateway, roles api and worker';
export const BROADCAST = 'bare `ws` broadcast';

const RECORD = `
  insert into outbox (event_id, partner_id, name, context, entity_id, subject_id, idempotency_key, correlation_id,
    occurred_at, body)
  values (gen_random_uuid(), $1, 'PIX_CASH_IN_WAS_RECEIVED', 'PIX', $2, gen_random_uuid(), gen_random_uuid(),
    gen_random_uuid(), now(), $3)`;

export function partnerName(nth: number): string {
  return `LIVE_${nth}`;
}

/** The gateway as it ships: events are recorded in PostgreSQL, numbered by its relay, and read from its log. */
async function startLiveGateway({ databases, databaseUrl: url, directory }: LiveSystemsOptions): Promise<LiveSystem> {
  await databases.create(DATABASE);
  const server = await ServerProcess.start(GATEWAY, {
    PORT: '0',
    SANDBOX: 'true',
    SOCKETS_PER_PARTNER: '0',
    RATE_LIMIT: '0',
    DATABASE_URL: databaseUrl(url, DATABASE),
    DATA_DIR: directory,
    AUTH_ISSUER: ISSUER,
    LOG_LEVEL: 'warn',
    NODE_OPTIONS,
  });
  const client = new Client({ connectionString: databaseUrl(url, DATABASE) });
  await client.connect();
  await client.query(`insert into partner (id, name, company_key, created_at)
    select 'LIVE_' || nth, 'Live', 'LIVE_' || nth, now() from generate_series(0, 99) as nth`);
  const sign = await tokenSigner(directory, ISSUER);
  const wakeUp = `${randomUUID()} recorded`;
  return {
    title: GATEWAY_LIVE,
    server,
    introduce: async (partner) => ({ Authorization: `Bearer ${await sign(partner)}` }),
    async emit(partner, nth) {
      await client.query({
        name: 'record',
        text: RECORD,
        values: [partner, String(nth), JSON.stringify(eventBody(String(nth), now()))],
      });
      await client.query({ name: 'wake', text: `select pg_notify('gateway_wake_up', $1)`, values: [wakeUp] });
    },
    async stop() {
      await client.end();
      await server.stop();
    },
  };
}

/** A peer that is told of an event over HTTP, and has it in memory alone. */
async function startPeer(title: string, script: string): Promise<LiveSystem> {
  const server = await ServerProcess.start(new URL(`../peers/${script}`, import.meta.url), { NODE_OPTIONS });
  return {
    title,
    server,
    introduce: (partner) => Promise.resolve({ partner }),
    async emit(partner, nth) {
      const response = await fetch(`http://127.0.0.1:${server.port}${EMIT_PATH}?partner=${partner}`, {
        method: 'POST',
        body: JSON.stringify(peerEvent(String(nth), now())),
      });
      await response.arrayBuffer();
    },
    stop: () => server.stop(),
  };
}

/** The wall clock with fractions of a millisecond. */
function now(): number {
  return performance.timeOrigin + performance.now();
}

/** What is compared, each by how it is started; the first is ours. */
export const liveSystems: readonly ((options: LiveSystemsOptions) => Promise<LiveSystem>)[] = [
  startLiveGateway,
  () => startPeer(BROADCAST, 'ws-broadcast.ts'),
  () => startPeer('graphql-ws, PubSub in memory', 'graphql-ws-pubsub.ts'),
];
