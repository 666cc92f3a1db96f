import { databaseUrl, withClient, type BenchDatabases } from '../database.ts';
import { ServerProcess } from '../server-process.ts';
import { ISSUER, NODE_OPTIONS } from '../systems.ts';
import { Emitter } from './emitter.ts';
import { EVENT_STREAM, MULTIPART, type AnswerWire } from './live-answer.ts';
import type { Introduction } from './subscribers.ts';
import { tokenSigner } from './tokens.ts';

const GATEWAY = new URL('../../dist/server/main.js', import.meta.url);
const DATABASE = 'bench_live';

/** A server that sends live events, with how clients connect to it and how events are emitted. */
export interface LiveSystem {
  readonly title: string;
  readonly server: ServerProcess;
  readonly introduce: (partner: string) => Promise<Introduction>;
  /** Transport of its clients; WebSocket if undefined. */
  readonly wire?: AnswerWire;
  readonly emitter: Emitter;
}

interface LiveSystemsOptions {
  readonly databases: BenchDatabases;
  readonly databaseUrl: string;
  readonly directory: string;
}

export const GATEWAY_LIVE = 'gateway, roles api and worker';
export const BROADCAST = 'bare `ws` broadcast';

export function partnerName(nth: number): string {
  return `LIVE_${nth}`;
}

/** Starts the gateway as it ships: events are recorded in PostgreSQL, numbered by its relay, and read from its log. */
async function startLiveGateway({
  databases,
  databaseUrl: urlOfRun,
  directory,
}: LiveSystemsOptions): Promise<LiveSystem> {
  await databases.create(DATABASE);
  const url = databaseUrl(urlOfRun, DATABASE);
  const server = await ServerProcess.start(GATEWAY, {
    PORT: '0',
    SANDBOX: 'true',
    SOCKETS_PER_PARTNER: '0',
    RATE_LIMIT: '0',
    ANONYMOUS_RATE: '0',
    ANONYMOUS_RATE_ADDRESS: '0',
    DATABASE_URL: url,
    DATA_DIR: directory,
    AUTH_ISSUER: ISSUER,
    LOG_LEVEL: 'warn',
    NODE_OPTIONS,
  });
  await withClient(url, (client) =>
    client.query(`insert into partner (id, name, company_key, created_at)
      select 'LIVE_' || nth, 'Live', 'LIVE_' || nth, now() from generate_series(0, 99) as nth`),
  );
  const sign = await tokenSigner(directory, ISSUER);
  return {
    title: GATEWAY_LIVE,
    server,
    emitter: new Emitter({ EMIT_DATABASE_URL: url }),
    introduce: async (partner) => ({ Authorization: `Bearer ${await sign(partner)}` }),
  };
}

/** Starts a peer that gets events over HTTP, and keeps them only in memory. */
async function startPeer(title: string, script: string): Promise<LiveSystem> {
  const server = await ServerProcess.start(new URL(`../peers/${script}`, import.meta.url), { NODE_OPTIONS });
  return {
    title,
    server,
    emitter: new Emitter({ EMIT_PORT: String(server.port) }),
    introduce: (partner) => Promise.resolve({ partner }),
  };
}

/** The systems that are compared, as functions that start them; the first is ours. */
export const liveSystems: readonly ((options: LiveSystemsOptions) => Promise<LiveSystem>)[] = [
  startLiveGateway,
  async (options) => ({
    ...(await startLiveGateway(options)),
    title: 'gateway, server-sent events',
    wire: EVENT_STREAM,
  }),
  async (options) => ({ ...(await startLiveGateway(options)), title: 'gateway, multipart', wire: MULTIPART }),
  () => startPeer(BROADCAST, 'ws-broadcast.ts'),
  () => startPeer('graphql-ws, PubSub in memory', 'graphql-ws-pubsub.ts'),
];
