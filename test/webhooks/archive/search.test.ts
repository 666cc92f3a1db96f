import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { keepMessageMonths } from '../../../src/webhooks/deliveries/message-retention.ts';
import { Database } from '../../../src/platform/database/database.ts';
import type { DeliveryProgress } from '../../../src/webhooks/archive/webhook-message.enum.ts';
import type { Gateway } from '../../support/gateway.ts';
import { cursorsOf, page, walkBackward, walkForward, type Walk } from '../../support/pages.ts';
import { archive, setBreaker } from '../../support/archive.ts';
import { CLIENT, newConfiguration } from '../../support/configurations.ts';
import { sharedGateway } from '../../support/worker-gateways.ts';

const NOW = '2026-11-21T12:00:00Z';
const EVENTS = ['PIX_CASH_IN_WAS_RECEIVED', 'PIX_CASH_IN_WAS_CLEARED', 'TED_CASH_IN_WAS_CLEARED'] as const;
const PROGRESSES = ['WAITING', 'SUCCESS', 'FAILED', 'RETRYING', 'RESENDING'] as const;
const BREAKERS = ['CLOSED', 'OPEN', 'HALF_OPEN'] as const;
/** Instants with several messages each, including both ends of a day. */
const INSTANTS = [
  '2026-05-21T00:00:00.000Z',
  '2026-11-19T23:59:59.999Z',
  '2026-11-20T00:00:00.000Z',
  '2026-11-20T23:59:59.999Z',
  '2026-11-21T00:00:00.000Z',
];
const PERIODS = [
  ['2026-05-21', '2026-11-21'],
  ['11/20/2026', '2026-11-20'],
  ['2026-05-22', '11/19/2026'],
  ['2026-11-21', '9999-12-31'],
] as const;

interface Message {
  readonly id: string;
  readonly configurationId: string;
  readonly eventName: string;
  readonly context: string;
  readonly progress: DeliveryProgress;
  readonly sentDate: string;
}

let gateway: Gateway;
/** States of breakers by configuration id. */
const breakers = new Map<string, (typeof BREAKERS)[number]>();
let messages: readonly Message[];

beforeAll(async () => {
  gateway = await sharedGateway({ ROLES: 'api' });
  gateway.clock.set(NOW);
  await keepMessageMonths(new Database(gateway.app.database.sessions), gateway.clock.now());
  for (const eventName of EVENTS)
    for (const breaker of BREAKERS) {
      const context = eventName.slice(0, 3);
      breakers.set(await newConfiguration(gateway, { eventName, context, name: `${eventName} ${breaker}` }), breaker);
    }
  const configurations = [...breakers.keys()];
  messages = await archive(
    gateway,
    configurations.flatMap((configurationId, nth) =>
      PROGRESSES.flatMap((progress) =>
        INSTANTS.map((sentDate) => {
          const eventName = EVENTS[Math.floor(nth / BREAKERS.length)] ?? EVENTS[0];
          return { configurationId, eventName, progress, sentDate };
        }),
      ),
    ),
  );
  for (const [id, state] of breakers) await setBreaker(gateway, id, state);
});
afterAll(() => gateway.stop());

interface Search {
  readonly startDate: string;
  readonly endDate: string;
  readonly states?: readonly string[] | null;
  readonly eventNames?: readonly string[] | null;
  readonly contexts?: readonly string[] | null;
}

const ARGS = '$filter: WebhookMessageFilter!, $first: Int, $after: String, $last: Int, $before: String';
const USE = 'filter: $filter, first: $first, after: $after, last: $last, before: $before';
const PAGE =
  'edges { cursor node { id state } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount';
const QUERY = `query (${ARGS}) { webhookMessages(${USE}) { ${PAGE} } }`;

function walkOf(filter: Search): Walk {
  return { gateway, client: CLIENT, query: QUERY, variables: { filter }, pageOf: (data) => data.webhookMessages };
}

/** Returns the state that partners must see, by the contract instead of the SQL. */
function stateOf({ progress, configurationId }: Message): string {
  const isHeldBack = breakers.get(configurationId) !== 'CLOSED';
  switch (progress) {
    case 'WAITING':
      return 'HOLD';
    case 'SUCCESS':
    case 'FAILED':
      return progress;
    case 'RETRYING':
      return isHeldBack ? 'HOLD' : 'FAILED';
    case 'RESENDING':
      return isHeldBack ? 'HOLD' : 'SUCCESS';
  }
}

function wantedOf({ startDate, endDate, states, eventNames, contexts }: Search) {
  const iso = (date: string) => date.replace(/^(..)\/(..)\/(....)$/, '$3-$1-$2');
  return messages
    .filter(({ sentDate }) => sentDate.slice(0, 10) >= iso(startDate) && sentDate.slice(0, 10) <= iso(endDate))
    .filter((message) => states == null || states.includes(stateOf(message)))
    .filter((message) => eventNames == null || eventNames.includes(message.eventName))
    .filter((message) => contexts == null || contexts.includes(message.context))
    .toSorted((a, b) => (a.sentDate + a.id > b.sentDate + b.id ? -1 : 1))
    .map((message) => ({ id: message.id, state: stateOf(message) }));
}

const choices = <Choice>(names: readonly Choice[]) => [undefined, ...names];
/** All combinations for one period, and only the states for the others. */
const searches = PERIODS.flatMap(([startDate, endDate], nth) =>
  choices(['SUCCESS', 'FAILED', 'HOLD']).flatMap((state) =>
    choices(nth === 0 ? EVENTS : []).flatMap((eventName) =>
      choices(nth === 0 ? ['PIX', 'TED', 'POCKET'] : []).map((context): Search => ({
        startDate,
        endDate,
        ...(state !== undefined && { states: [state] }),
        ...(eventName !== undefined && { eventNames: [eventName] }),
        ...(context !== undefined && { contexts: [context] }),
      })),
    ),
  ),
);

/** Returns what a search finds in pages of `size`, and its totals. */
async function found(filter: Search, size: number) {
  const pages = await walkForward(walkOf(filter), size);
  const nodes = pages.flatMap(({ edges }) => edges.map(({ node }) => node));
  return { nodes, totals: [...new Set(pages.map(({ totalCount }) => totalCount))] };
}

describe('webhookMessages', () => {
  test('finds and counts what matches, newest first, under every filter', async () => {
    expect(searches).toHaveLength(4 * 4 * 4 + 3 * 4);
    for (const filter of searches) {
      const wanted = wantedOf(filter);
      expect({ filter, ...(await found(filter, 100)) }).toEqual({ filter, nodes: wanted, totals: [wanted.length] });
    }
  });

  test('derives states from the current breaker, which rewrites no message', async () => {
    const [id = '', before = 'CLOSED'] = [...breakers][0] ?? [];
    for (const state of [...BREAKERS, before]) {
      await setBreaker(gateway, id, state);
      breakers.set(id, state);
      for (const shown of ['SUCCESS', 'FAILED', 'HOLD', null]) {
        const filter = { startDate: '2026-05-21', endDate: '2026-11-21', states: shown === null ? null : [shown] };
        const wanted = wantedOf(filter);
        expect(await found(filter, 100)).toEqual({ nodes: wanted, totals: [wanted.length] });
      }
    }
  });

  test.each([
    [{ startDate: '2026-05-21', endDate: '2026-11-21' }, [40, 100]],
    [{ startDate: '2026-11-20', endDate: '2026-11-20', states: ['HOLD'] }, [7, 30]],
    [{ startDate: '2026-11-19', endDate: '2026-11-20', eventNames: [EVENTS[1]], states: ['FAILED'] }, [1, 2, 100]],
  ])('shows the same in pages of any size, both ways, and whether there are more: %j', async (filter, sizes) => {
    const wanted = wantedOf(filter);
    for (const size of sizes) {
      const forward = await walkForward(walkOf(filter), size);
      const backward = await walkBackward(walkOf(filter), size);
      expect(forward.flatMap(({ edges }) => edges.map(({ node }) => node))).toEqual(wanted);
      expect(cursorsOf(backward)).toEqual(cursorsOf(forward));
      expect(forward.map(({ pageInfo }) => [pageInfo.hasPreviousPage, pageInfo.hasNextPage])).toEqual(
        forward.map((_, nth) => [nth > 0, nth < forward.length - 1]),
      );
    }
    const cursors = cursorsOf([await page(walkOf(filter), { first: 100 })]);
    const between = await page(walkOf(filter), { last: 2, before: cursors[4], after: cursors[0] });
    expect(cursorsOf([between])).toEqual(cursors.slice(2, 4));
    expect(between.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
  });

  test('refuses a cursor of another filter, and accepts one of the same with dates in the other format', async () => {
    const filter = { startDate: '2026-11-19', endDate: '2026-11-20', states: ['FAILED'] };
    const [after = ''] = cursorsOf([await page(walkOf(filter), { first: 1 })]);
    const others = [
      { ...filter, states: ['HOLD'] },
      { ...filter, states: null },
      { ...filter, endDate: '2026-11-21' },
      { ...filter, contexts: ['PIX'] },
      { ...filter, eventNames: ['TED_CASH_IN_WAS_CLEARED'] },
    ];
    for (const other of others) {
      const { status, body } = await gateway.ask({ query: QUERY, variables: { filter: other, after }, client: CLIENT });
      expect([status, body.errors?.[0]?.extensions]).toMatchObject([
        400,
        { code: 'INVALID_CURSOR', argument: 'after' },
      ]);
    }
    const same = { ...filter, startDate: '11/19/2026', eventNames: null };
    expect(await page(walkOf(same), { first: 1, after })).toMatchObject({ pageInfo: { hasPreviousPage: true } });
  });

  test.each([
    ['first', { first: 0 }],
    ['first', { first: 101 }],
    ['last', { last: 101 }],
    ['last', { first: 1, last: 1 }],
  ])('refuses a page size out of bounds, naming %s: %j', async (argument, size) => {
    const variables = { filter: { startDate: '2026-11-20', endDate: '2026-11-20' }, ...size };
    const { status, body } = await gateway.ask({ query: QUERY, variables, client: CLIENT });
    expect([status, body.errors?.[0]?.extensions]).toMatchObject([400, { code: 'BAD_USER_INPUT', argument }]);
  });
});
