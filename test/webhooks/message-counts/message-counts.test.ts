import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { archive, setBreaker } from '../../support/archive.ts';
import { CLIENT, deleteConfiguration, newConfiguration } from '../../support/configurations.ts';
import type { Gateway } from '../../support/gateway.ts';
import { page, walkForward } from '../../support/pages.ts';
import { statementsOf } from '../../support/statement-spans.ts';
import { sql } from '../../support/webhooks.ts';
import { sharedGateway } from '../../support/worker-gateways.ts';

const NOW = '2026-11-21T12:00:00Z';
const EVENTS = ['PIX_CASH_IN_WAS_RECEIVED', 'PIX_CASH_IN_WAS_CLEARED', 'TED_CASH_IN_WAS_CLEARED'] as const;
const PROGRESSES = ['WAITING', 'SUCCESS', 'FAILED', 'RETRYING', 'RESENDING'] as const;
/** Both ends of a day in UTC, and in São Paulo. */
const INSTANTS = [
  '2026-11-19T02:59:59.999Z',
  '2026-11-19T03:00:00.000Z',
  '2026-11-19T23:59:59.999Z',
  '2026-11-20T00:00:00.000Z',
  '2026-11-20T12:30:00.000Z',
  '2026-11-21T11:59:59.999Z',
];
const ZONES = ['UTC', 'America/Sao_Paulo', 'Asia/Kolkata'] as const;

let gateway: Gateway;
let configurations: string[];
let deleted: string;

beforeAll(async () => {
  gateway = await sharedGateway({ ROLES: 'api' });
  gateway.clock.set(NOW);
  configurations = [];
  for (const eventName of EVENTS)
    for (const name of ['closed', 'open'])
      configurations.push(
        await newConfiguration(gateway, { eventName, context: eventName.slice(0, 3), name: `${eventName} ${name}` }),
      );
  await archive(
    gateway,
    configurations.flatMap((configurationId, nth) =>
      PROGRESSES.flatMap((progress) =>
        INSTANTS.map((sentDate) => {
          const eventName = EVENTS[Math.floor(nth / 2)] ?? EVENTS[0];
          return { configurationId, eventName, progress, sentDate };
        }),
      ),
    ),
  );
  for (const [nth, id] of configurations.entries()) await setBreaker(gateway, id, nth % 2 === 0 ? 'CLOSED' : 'OPEN');
  deleted = configurations.at(-1) ?? '';
  await deleteConfiguration(gateway, deleted);
});
afterAll(() => gateway.stop());

interface Filter {
  readonly startDate?: string;
  readonly endDate?: string;
  readonly since?: string;
  readonly until?: string;
  readonly states?: readonly string[];
  readonly eventNames?: readonly string[];
  readonly contexts?: readonly string[];
  readonly rawEventNames?: readonly string[];
  readonly entityIds?: readonly string[];
}

interface Count {
  readonly state: string | null;
  readonly configuration: { readonly id: string } | null;
  readonly startsAt: string | null;
  readonly endsAt: string | null;
  readonly count: number;
}

interface Message {
  readonly state: string;
  readonly sentDate: string;
  readonly configuration: { readonly id: string } | null;
}

const COUNTS = `query ($filter: WebhookMessageFilter!, $by: WebhookMessageCountBy!, $timeZone: String! = "UTC") {
  webhookMessageCounts(filter: $filter, by: $by, timeZone: $timeZone) {
    state configuration { id } startsAt endsAt count } }`;
const MESSAGES = `query ($filter: WebhookMessageFilter!, $first: Int, $after: String) {
  webhookMessages(filter: $filter, first: $first, after: $after) { totalCount
    edges { cursor node { id state sentDate configuration { id } } } pageInfo { hasNextPage endCursor } } }`;

async function countsOf(filter: Filter, by: string, more: object = {}): Promise<readonly Count[]> {
  const variables = { filter, by, ...more };
  return (await gateway.data({ query: COUNTS, variables, client: CLIENT })).webhookMessageCounts;
}

async function listOf(filter: Filter): Promise<readonly Message[]> {
  const list = { gateway, client: CLIENT, query: MESSAGES, variables: { filter } };
  const pages = await walkForward({ ...list, pageOf: (data) => data.webhookMessages }, 100);
  return pages.flatMap(({ edges }) => edges.map(({ node }) => node as unknown as Message));
}

const WHOLE = { startDate: '2026-11-19', endDate: '2026-11-21' };
const FILTERS: readonly Filter[] = [
  WHOLE,
  { startDate: '2026-11-20', endDate: '2026-11-20' },
  { startDate: '2026-11-22', endDate: '2026-11-23' },
  ...['SUCCESS', 'FAILED', 'HOLD'].map((state) => ({ ...WHOLE, states: [state] })),
  ...EVENTS.map((eventName) => ({ ...WHOLE, eventNames: [eventName] })),
  ...['PIX', 'TED', 'OTHER'].map((context) => ({ ...WHOLE, contexts: [context] })),
  { ...WHOLE, states: ['FAILED'], contexts: ['PIX'] },
  { ...WHOLE, states: ['SUCCESS'], eventNames: [EVENTS[1]] },
  { ...WHOLE, rawEventNames: [EVENTS[2]] },
  { ...WHOLE, states: ['FAILED', 'HOLD'], eventNames: EVENTS.slice(0, 2) },
  { since: '2026-11-20T00:00:00Z', until: '2026-11-21T00:00:00Z' },
  { since: '2026-11-19T23:30:00Z', until: '2026-11-21T00:00:00.001Z', states: ['FAILED', 'SUCCESS'] },
  { ...WHOLE, entityIds: ['nothing'] },
];

/** Returns sorted pairs of what messages are counted by and their number, without those that are 0. */
function numbers(counted: readonly (readonly [string, number])[]): readonly (readonly [string, number])[] {
  return counted.filter(([, count]) => count > 0).toSorted();
}

function grouped(messages: readonly Message[], by: (message: Message) => string) {
  return numbers([...Map.groupBy(messages, by)].map(([of, some]) => [of, some.length] as const));
}

describe('webhookMessageCounts', () => {
  test.each(FILTERS)('are those of the list: %j', async (filter) => {
    const messages = await listOf(filter);
    const byState = await countsOf(filter, 'STATE');
    expect(numbers(byState.map(({ state, count }) => [String(state), count]))).toEqual(
      grouped(messages, ({ state }) => state),
    );
    const byConfiguration = await countsOf(filter, 'CONFIGURATION');
    expect(numbers(byConfiguration.map(({ configuration, count }) => [configuration?.id ?? '-', count]))).toEqual(
      grouped(messages, ({ configuration }) => configuration?.id ?? '-'),
    );
    for (const timeZone of ZONES)
      for (const by of ['HOUR', 'DAY']) {
        const rows = await countsOf(filter, by, { timeZone });
        const startOf = ({ sentDate }: Message) =>
          rows.find(({ startsAt, endsAt }) => {
            const at = Date.parse(sentDate);
            return at >= Date.parse(startsAt ?? '') && at < Date.parse(endsAt ?? '');
          })?.startsAt ?? 'outside';
        expect(numbers(rows.map(({ startsAt, count }) => [String(startsAt), count]))).toEqual(
          grouped(messages, startOf),
        );
      }
  });

  test('are those that SQL counts', async () => {
    const rows = await sql<{ day: string; count: number }>(
      gateway,
      `select (sent_date at time zone 'America/Sao_Paulo')::date::text as day, count(*)::int as count
       from webhook_message where partner_id = ? and sent_date >= '2026-11-19' group by 1 order by 1`,
      [gateway.partnerOf(CLIENT)],
    );
    const counted = await countsOf(WHOLE, 'DAY', { timeZone: 'America/Sao_Paulo' });
    const dayOf = (startsAt: string | null) => String(startsAt).slice(0, 10);
    expect(
      counted.map(({ startsAt, count }) => ({ day: dayOf(startsAt), count })).filter(({ count }) => count > 0),
    ).toEqual(rows);
  });

  test('set only what they are counted by', async () => {
    const unset = { state: null, configuration: null, startsAt: null, endsAt: null };
    const [state] = await countsOf({ ...WHOLE, states: ['HOLD'] }, 'STATE');
    expect(state).toEqual({ ...unset, state: 'HOLD', count: expect.any(Number) });
    const day = await countsOf({ startDate: '2026-11-20', endDate: '2026-11-20' }, 'DAY');
    const [startsAt, endsAt] = ['2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'];
    expect(day).toEqual([{ ...unset, startsAt, endsAt, count: 2 * PROGRESSES.length * configurations.length }]);
  });

  test('have a row for each hour and day, in order, each from the end of the one before', async () => {
    for (const timeZone of ZONES) {
      const hours = await countsOf(WHOLE, 'HOUR', { timeZone });
      expect(hours).toHaveLength(timeZone === 'Asia/Kolkata' ? 73 : 72);
      const days = await countsOf(WHOLE, 'DAY', { timeZone });
      expect(days).toHaveLength(timeZone === 'UTC' ? 3 : 4);
      for (const rows of [hours, days])
        expect(rows.slice(1).map(({ startsAt }) => startsAt)).toEqual(rows.slice(0, -1).map(({ endsAt }) => endsAt));
    }
  });

  test('come from tallies, by one statement, except of hours and of days elsewhere', async () => {
    const cost = async (by: string, timeZone: string) =>
      (
        await statementsOf((headers) =>
          gateway.data({
            query: COUNTS.replace('configuration { id } ', ''),
            ...{ variables: { filter: WHOLE, by, timeZone }, client: CLIENT, headers },
          }),
        )
      ).length;
    for (const by of ['STATE', 'CONFIGURATION', 'DAY']) expect([by, await cost(by, 'Etc/UTC')]).toEqual([by, 1]);
    expect(await cost('HOUR', 'UTC')).toBe(2);
  });

  test.each([
    ['by', { by: 'HOUR', filter: { startDate: '2026-10-01', endDate: '2026-11-20' } }],
    ['by', { by: 'DAY', filter: { startDate: '2026-11-20', endDate: '9999-12-31' } }],
    ['by', { by: 'DAY', timeZone: 'America/Sao_Paulo', filter: { startDate: '2026-11-20', endDate: '2029-08-15' } }],
    ['timeZone', { by: 'DAY', timeZone: 'Nowhere', filter: WHOLE }],
    ['timeZone', { by: 'STATE', timeZone: '+03:00', filter: WHOLE }],
    ['filter.startDate', { by: 'STATE', filter: { ...WHOLE, startDate: '2026-05-20' } }],
    ['filter.endDate', { by: 'STATE', filter: { ...WHOLE, endDate: '2026-11-18' } }],
  ])('are refused, naming %s: %j', async (argument, variables) => {
    const { status, body } = await gateway.ask({ query: COUNTS, variables, client: CLIENT });
    expect([status, body.errors?.[0]?.extensions]).toMatchObject([400, { code: 'BAD_USER_INPUT', argument }]);
  });

  test('are refused by times if more than 100,000 messages would be read, but not from tallies', async () => {
    const partner = gateway.partnerOf(CLIENT);
    const [configurationId] = configurations;
    await sql(
      gateway,
      `insert into message_tally (configuration_id, day, progress, partner_id, event_name, messages)
       values (?::uuid, '2026-07-01', 'SUCCESS', ?, 'PIX_CASH_IN_WAS_CLEARED', 100001),
         (?::uuid, '2026-07-01', 'FAILED', ?, 'TED_CASH_IN_WAS_CLEARED', 1)`,
      [configurationId, partner, configurationId, partner],
    );
    const day = { startDate: '2026-07-01', endDate: '2026-07-01' };
    const ask = (filter: Filter, by: string) =>
      gateway.ask({ query: COUNTS, variables: { filter, by, timeZone: 'America/Sao_Paulo' }, client: CLIENT });
    for (const filter of [day, { ...day, states: ['SUCCESS'] }, { ...day, contexts: ['PIX'] }])
      for (const by of ['HOUR', 'DAY']) {
        const { status, body } = await ask(filter, by);
        const extensions = { code: 'BAD_USER_INPUT', argument: 'filter' };
        expect([status, body.errors?.[0]?.extensions]).toMatchObject([400, extensions]);
      }
    for (const filter of [
      { ...day, states: ['FAILED'] },
      { ...day, states: ['SUCCESS'], contexts: ['TED'] },
    ])
      expect((await ask(filter, 'HOUR')).status).toBe(200);
    expect(await countsOf(day, 'STATE')).toMatchObject([{ count: 100_001 }, { count: 1 }]);
    const [counted] = await countsOf(day, 'DAY');
    expect(counted).toMatchObject({ count: 100_002 });
  });

  test('are of the caller alone', async () => {
    for (const by of ['STATE', 'CONFIGURATION', 'DAY', 'HOUR']) {
      const { webhookMessageCounts } = await gateway.data({
        ...{ query: COUNTS, variables: { filter: WHOLE, by }, client: 'gama-pay' },
      });
      expect((webhookMessageCounts as readonly Count[]).filter(({ count }) => count > 0)).toEqual([]);
    }
  });

  test('agree with the total of a page', async () => {
    const walk = { gateway, client: CLIENT, query: MESSAGES, variables: { filter: WHOLE } };
    const { totalCount } = await page({ ...walk, pageOf: (data) => data.webhookMessages }, { first: 1 });
    for (const by of ['STATE', 'CONFIGURATION', 'DAY', 'HOUR']) {
      const rows = await countsOf(WHOLE, by);
      expect([by, rows.reduce((sum, { count }) => sum + count, 0)]).toEqual([by, totalCount]);
    }
  });
});
