import type { Client } from 'pg';
import { numberEvents } from '../../src/events/log/relay-events.ts';
import type { Sql } from '../../src/platform/database/database.ts';
import { valuesInOrder } from '../../src/platform/statements/statement.ts';
import { databaseUrl, withClient } from '../database.ts';
import { DELIVERED_EVENT, EVENT_BODY } from '../deliveries/queue.ts';
import { cpuSeconds, isLocalBackend } from '../processes.ts';
import type { Section } from '../report.ts';
import type { RunContext } from '../run-context.ts';
import { medianOf, medianRatio } from '../statistics.ts';
import { startGateway } from '../systems.ts';
import { atLeast } from '../target.ts';
import { forgetPositions, NUMBER_PLAINLY } from './plain-relay.ts';

const [OURS, PLAIN] = ['bench_relay', 'bench_relay_plain'];
const EVENTS = 60_000;
const PARTNERS = 10;
const ACCOUNTS = 200;
/** The share that is wanted of what a relay moves that gives positions in the log only. */
const WANTED = 0.9;

/** Events of an account each; ids begin with their time, as those of the gateway do. */
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
  /** CPU of the database for each event, in microseconds; NaN where it is elsewhere. */
  readonly databaseCpuUs: number;
}

/** Moves the oldest events in a transaction of its own; how many. */
type MoveOldest = (sql: Sql) => Promise<number>;

/** Measures the relay beside one that gives no positions among the events of a partner. */
export async function runRelay(context: RunContext): Promise<Section> {
  const { options, databases, directory } = context;
  await databases.create(OURS);
  const starting = { databases, databaseUrl: options.databaseUrl, directory };
  await (await startGateway(starting, OURS, 'api')).stop();
  await databases.create(PLAIN, OURS);
  return withClient(databaseUrl(options.databaseUrl, OURS), (ours) =>
    withClient(databaseUrl(options.databaseUrl, PLAIN), async (plain) => {
      await forgetPositions(plain);
      const rounds: { ours: RelayRound[]; plain: RelayRound[] } = { ours: [], plain: [] };
      for (let nth = 0; nth <= options.rounds; nth += 1) {
        const measured = {
          ours: await measureRelay(context, ours, numberEvents),
          plain: await measureRelay(context, plain, numberPlainly),
        };
        if (nth === 0) continue;
        rounds.ours.push(measured.ours);
        rounds.plain.push(measured.plain);
      }
      return sectionOf(rounds.ours, rounds.plain);
    }),
  );
}

async function numberPlainly(sql: Sql): Promise<number> {
  const [row] = await sql.run(NUMBER_PLAINLY, []);
  return row?.moved ?? 0;
}

async function measureRelay({ databases, signal }: RunContext, client: Client, move: MoveOldest): Promise<RelayRound> {
  signal.throwIfAborted();
  await client.query('truncate event, event_capture');
  const prefix = `${Date.now()
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})/, '$1-')}-7`;
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
  const sql: Sql = {
    async run(statement, values) {
      const { name, text } = statement;
      return (await client.query<never>({ name, text, values: [...valuesInOrder(statement, values)] })).rows;
    },
  };
  let all = 0;
  for (;;) {
    await client.query('begin');
    const moved = await move(sql);
    await client.query('commit');
    if (moved === 0) return all;
    all += moved;
  }
}

function sectionOf(ours: readonly RelayRound[], plain: readonly RelayRound[]): Section {
  const rate = ({ eventsPerSecond }: RelayRound) => eventsPerSecond;
  const ratio = medianRatio(ours.map(rate), plain.map(rate));
  const row = (title: string, rounds: readonly RelayRound[], times: number) => {
    const cpu = medianOf(rounds.map(({ databaseCpuUs }) => databaseCpuUs));
    const cells = [medianOf(rounds.map(rate)).toFixed(0), times.toFixed(2), Number.isNaN(cpu) ? '–' : cpu.toFixed(1)];
    return `| ${[title, ...cells].join(' | ')} |`;
  };
  const lines = [
    `\`npm run bench relay\`. ${EVENTS} events of ${PARTNERS} partners that wait are numbered, in turns, over one connection. The other relay is the one from before events had positions among those of their partner, on a log without them and without the indexes of entities, accounts and kinds.`,
    '',
    '| Relay | events/s | × without | database µs/event |',
    '|---|---|---|---|',
    row('with positions', ours, ratio),
    row('without', plain, 1),
  ];
  return { title: 'Relay', lines, targets: [atLeast('× events per second without positions', ratio, WANTED)] };
}
