import type { Client } from 'pg';
import { numberEvents } from '../../src/events/log/relay-events.ts';
import { timeOrderedPart } from '../../src/webhooks/archive/webhook-months.ts';
import type { Sql } from '../../src/platform/database/database.ts';
import { databaseUrl, withClient } from '../database.ts';
import { DELIVERED_EVENT, EVENT_BODY } from '../deliveries/queue.ts';
import { cpuSeconds, isLocalBackend } from '../processes.ts';
import type { Section } from '../report.ts';
import type { RunContext } from '../run-context.ts';
import { medianOf, medianRatio } from '../statistics.ts';
import { gatewaySql } from '../statements.ts';
import { startGateway } from '../systems.ts';
import { atLeast } from '../target.ts';
import { forgetFilters, forgetPositions, NUMBER_PLAINLY } from './plain-relay.ts';

const [OURS, UNFILTERED, PLAIN] = ['bench_relay', 'bench_relay_unfiltered', 'bench_relay_plain'];
const EVENTS = 60_000;
const PARTNERS = 10;
const ACCOUNTS = 200;
/** Target: a share of the throughput of a relay that assigns only positions in the log. */
const WANTED = 0.9;

/** Records events, each of an account; ids begin with their time, as the gateway's do. */
const RECORD = `
  insert into outbox (event_id, partner_id, name, context, entity_id, subject_id, account_id, idempotency_key,
    correlation_id, occurred_at, body)
  select overlay(gen_random_uuid()::text placing $3 from 1 for 15)::uuid, 'PARTNER_' || nth % ${PARTNERS}, $1, $2,
    '7000' || nth * 7919 % 100000000 || 'BRL', gen_random_uuid(), md5((nth % ${ACCOUNTS})::text)::uuid,
    gen_random_uuid(), gen_random_uuid(), now(), $4
  from generate_series(1, ${EVENTS}) as nth`;

/** One round of one relay. */
interface RelayRound {
  readonly eventsPerSecond: number;
  /** CPU of the database per event, in microseconds; NaN if it is on another machine. */
  readonly databaseCpuUs: number;
}

/** Moves the oldest events in its own transaction; returns how many. */
type MoveOldest = (sql: Sql) => Promise<number>;

/** A relay that is measured in turn with others; the last one is the baseline. */
interface Relay {
  readonly title: string;
  readonly client: Client;
  readonly move: MoveOldest;
  readonly rounds: RelayRound[];
}

/** Measures the relay against one that assigns no positions among the events of a partner. */
export async function runRelay(context: RunContext): Promise<Section> {
  const { options, databases, directory } = context;
  await databases.create(OURS);
  const starting = { databases, databaseUrl: options.databaseUrl, directory };
  await (await startGateway(starting, OURS, 'api')).stop();
  for (const copy of [UNFILTERED, PLAIN]) await databases.create(copy, OURS);
  const on = <Result>(database: string, work: (client: Client) => Promise<Result>) =>
    withClient(databaseUrl(options.databaseUrl, database), work);
  return on(OURS, (ours) =>
    on(UNFILTERED, (unfiltered) =>
      on(PLAIN, async (plain) => {
        await forgetFilters(unfiltered);
        await forgetPositions(plain);
        const relays = [
          { title: 'with positions, as it ships', client: ours, move: numberAsShipped, rounds: [] },
          {
            title: 'with positions, without indexes for filters',
            client: unfiltered,
            move: numberAsShipped,
            rounds: [],
          },
          { title: 'without', client: plain, move: numberPlainly, rounds: [] },
        ];
        await measureInTurns(context, relays);
        return sectionOf(relays);
      }),
    ),
  );
}

async function measureInTurns(context: RunContext, relays: readonly Relay[]): Promise<void> {
  for (let nth = 0; nth <= context.options.rounds; nth += 1)
    for (const { client, move, rounds } of relays) {
      const round = await measureRelay(context, client, move);
      if (nth > 0) rounds.push(round);
    }
}

async function numberAsShipped(sql: Sql): Promise<number> {
  return (await numberEvents(sql)).moved;
}

async function numberPlainly(sql: Sql): Promise<number> {
  const [row] = await sql.run(NUMBER_PLAINLY, []);
  return row?.moved ?? 0;
}

async function measureRelay({ databases, signal }: RunContext, client: Client, move: MoveOldest): Promise<RelayRound> {
  signal.throwIfAborted();
  await client.query('truncate event, event_capture');
  const prefix = `${timeOrderedPart(new Date())}-7`;
  await client.query(RECORD, [DELIVERED_EVENT.name, DELIVERED_EVENT.context, prefix, EVENT_BODY]);
  await client.query('analyze outbox');
  await databases.checkpoint();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const backend = rows.map(({ pid }) => pid).find(isLocalBackend);
  const cpu = () => (backend === undefined ? NaN : cpuSeconds(backend));
  const [beganMs, cpuBefore] = [performance.now(), cpu()];
  const moved = await moveAll(client, move);
  if (moved !== EVENTS) throw new Error(`${moved} of ${EVENTS} events were moved.`);
  const seconds = (performance.now() - beganMs) / 1_000;
  return { eventsPerSecond: moved / seconds, databaseCpuUs: ((cpu() - cpuBefore) / moved) * 1_000_000 };
}

async function moveAll(client: Client, move: MoveOldest): Promise<number> {
  const sql = await gatewaySql(client);
  let all = 0;
  for (;;) {
    await client.query('begin');
    const moved = await move(sql);
    await client.query('commit');
    if (moved === 0) return all;
    all += moved;
  }
}

function sectionOf(relays: readonly Relay[]): Section {
  const rate = ({ eventsPerSecond }: RelayRound) => eventsPerSecond;
  const plain = relays.at(-1)?.rounds ?? [];
  const rows = relays.map(({ title, rounds }) => {
    const ratio = medianRatio(rounds.map(rate), plain.map(rate));
    const cpu = medianOf(rounds.map(({ databaseCpuUs }) => databaseCpuUs));
    const cells = [medianOf(rounds.map(rate)).toFixed(0), ratio.toFixed(2), Number.isNaN(cpu) ? '–' : cpu.toFixed(1)];
    return { title, ratio, line: `| ${[title, ...cells].join(' | ')} |` };
  });
  const lines = [
    `\`npm run bench relay\`. ${EVENTS} events of ${PARTNERS} partners that wait are numbered, in turns, over one connection. The other relay is the one from before events had positions among those of their partner, on a log without them and without the indexes of entities, accounts and kinds.`,
    '',
    '| Relay | events/s | × without | database µs/event |',
    '|---|---|---|---|',
    ...rows.map(({ line }) => line),
  ];
  const targets = rows.slice(0, -1).map(({ title, ratio }) => atLeast(`${title}: × events per second`, ratio, WANTED));
  return { title: 'Relay', lines, targets };
}
