import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, type Gateway } from '../../support/gateway.ts';
import {
  happen,
  happenOften,
  live,
  LIVE_EVENTS,
  logOf,
  shown,
  shownInAll,
  socketOf,
} from '../../support/live-events.ts';
import { setPocketLimit } from '../../support/pockets.ts';
import { TestSocket } from '../../support/socket.ts';
import { sharedGateway } from '../../support/worker-gateways.ts';

const EVERYTHING = `
  __typename id cursor name context entityId idempotencyKey correlationId occurredAt payload
  ... on PocketAccountWasCreatedEvent { pocket { number label account { holder { name } } } }`;
/** Events before any test, more than a page. */
const BACKLOG = 130;

let gateway: Gateway;
let backlog: { cursor: string; entityId: string }[];

beforeAll(async () => {
  gateway = await sharedGateway();
  await setPocketLimit(gateway, '200001', 1_000_000);
  // The sandbox world has events of its own, some of them too old to continue from.
  const seeded = (await logOf(gateway)).length;
  await happenOften(gateway, BACKLOG);
  backlog = await eventually(async () => {
    const log = await logOf(gateway);
    return log.length >= seeded + BACKLOG && log.slice(seeded);
  });
});
afterAll(async () => {
  TestSocket.endAll();
  await gateway.stop();
});

describe('a live event', () => {
  test('equals the event in the query, with its related objects', async () => {
    const socket = await socketOf(gateway);
    const id = await live(gateway, socket, `subscription { webhookEvents { ${EVERYTHING} } }`);
    const number = await happen(gateway);
    const { payload } = await socket.next('next', id);
    expect(payload.data.webhookEvents).toMatchObject({ entityId: number, pocket: { number } });
    const { webhookEvents } = await gateway.data({ query: `{ webhookEvents(last: 1) { nodes { ${EVERYTHING} } } }` });
    expect(payload).toEqual({ data: { webhookEvents: webhookEvents.nodes[0] } });
  });

  test('is sent only for the names and contexts of the filter', async () => {
    const socket = await socketOf(gateway);
    const all = await live(gateway, socket);
    const subscribe = (filter: object) => socket.subscribe(LIVE_EVENTS, { filter, after: backlog.at(-1)?.cursor });
    const others = [{ eventNames: ['PIX_CASH_IN_WAS_CLEARED'] }, { contexts: ['TED', 'PIX'] }].map((filter) =>
      subscribe(filter),
    );
    const same = [{ contexts: ['POCKET'] }, { eventNames: ['POCKET_ACCOUNT_WAS_CREATED'], contexts: [] }].map(
      (filter) => subscribe(filter),
    );
    const number = await happen(gateway);
    for (const id of [all, ...same]) await eventually(() => Promise.resolve(shown(socket, id).at(-1) === number));
    expect(others.flatMap((id) => shown(socket, id))).toEqual([]);
  });

  test('is shown to its own partner only', async () => {
    const [own, foreign] = [await socketOf(gateway), await socketOf(gateway, 'beta-pay')];
    const foreignId = foreign.subscribe(LIVE_EVENTS);
    const id = await live(gateway, own);
    await happenOften(gateway, 5);
    await shownInAll(own, id, 5);
    expect(await foreign.run('{ viewer { partner } }')).toMatchObject({
      data: { viewer: { partner: gateway.partnerOf('beta-pay') } },
    });
    expect(shown(foreign, foreignId)).toEqual([]);
  });
});

describe('a subscription after a cursor', () => {
  test.each([
    ['the first event', 0],
    ['an event in between', 57],
    ['the last event', -1],
  ])('of %s receives all later events, stored and live, once and in order', async (_place, index) => {
    const socket = await socketOf(gateway);
    const id = socket.subscribe(LIVE_EVENTS, { after: backlog.at(index)?.cursor });
    await happenOften(gateway, 20);
    const log = await eventually(async () => {
      const now = await logOf(gateway);
      const from = now.findIndex(({ cursor }) => cursor === backlog.at(index)?.cursor);
      return shown(socket, id).length >= now.length - from - 1 && now.slice(from + 1);
    });
    expect(shown(socket, id)).toEqual(log.map(({ entityId }) => entityId));
  });

  test('of a live event continues where another stream ended', async () => {
    const [first, second] = [await socketOf(gateway), await socketOf(gateway)];
    const firstId = await live(gateway, first);
    await happenOften(gateway, 10);
    await shownInAll(first, firstId, 10);
    const cursors = first.messages('next', firstId).map(({ payload }) => payload.data.webhookEvents.cursor);
    const secondId = second.subscribe(LIVE_EVENTS, { after: cursors[4] });
    await shownInAll(second, secondId, 5);
    expect(shown(second, secondId)).toEqual(shown(first, firstId).slice(5));
    const { webhookEvents } = await gateway.data({
      query: 'query ($after: String) { webhookEvents(after: $after) { nodes { entityId } } }',
      variables: { after: cursors[8] },
    });
    const nodes = webhookEvents.nodes as { entityId: string }[];
    expect(nodes.map(({ entityId }) => entityId)).toEqual(shown(first, firstId).slice(9));
  });

  test('of the end of the log receives only later events, and so do pages', async () => {
    const { webhookEventsCursor: after } = await gateway.data({ query: '{ webhookEventsCursor }' });
    const number = await happen(gateway);
    const socket = await socketOf(gateway);
    const id = socket.subscribe(LIVE_EVENTS, { after });
    expect(await shownInAll(socket, id, 1)).toEqual([number]);
    const query = `query ($after: String) {
      later: webhookEvents(after: $after) { nodes { entityId } pageInfo { hasPreviousPage } }
      earlier: webhookEvents(last: 1, before: $after) { nodes { entityId } pageInfo { hasNextPage } }
    }`;
    expect(await gateway.data({ query, variables: { after } })).toMatchObject({
      later: { nodes: [{ entityId: number }], pageInfo: { hasPreviousPage: true } },
      earlier: { nodes: [{ entityId: expect.not.stringMatching(number) }], pageInfo: { hasNextPage: true } },
    });
  });

  const refused = async (after: string | undefined, client?: string) => {
    const socket = await socketOf(gateway, client);
    const id = socket.subscribe(LIVE_EVENTS, { after });
    return (await socket.next('error', id)).payload;
  };

  test.each([['nonsense'], [''], ['WyIxIl0AAAAAAAAAAAAAAAA']])(
    'that is invalid, such as %j, is INVALID_CURSOR',
    async (after) => {
      expect(await refused(after)).toMatchObject([{ extensions: { code: 'INVALID_CURSOR', argument: 'after' } }]);
    },
  );

  test('of another partner is INVALID_CURSOR', async () => {
    expect(await refused(backlog[3]?.cursor, 'beta-pay')).toMatchObject([{ extensions: { code: 'INVALID_CURSOR' } }]);
  });

  test('of another connection is INVALID_CURSOR', async () => {
    const query = '{ paymentAccounts(first: 1) { pageInfo { endCursor } } }';
    const { paymentAccounts } = await gateway.data({ query });
    expect(await refused(paymentAccounts.pageInfo.endCursor)).toMatchObject([
      { extensions: { code: 'INVALID_CURSOR' } },
    ]);
  });
});

describe('the age of a cursor', () => {
  test.each([
    ['can be 30 days', 30 * 86_400 - 60, undefined],
    ['leads to CURSOR_EXPIRED beyond that', 30 * 86_400 + 60, 'CURSOR_EXPIRED'],
  ])('%s', async (_case, seconds, code) => {
    gateway.clock.advance(seconds);
    gateway.forgetTokens();
    try {
      const socket = await socketOf(gateway);
      const id = socket.subscribe(LIVE_EVENTS, { after: backlog.at(-2)?.cursor });
      const answer = await eventually(() =>
        Promise.resolve(socket.messages('next', id)[0] ?? socket.messages('error', id)[0]),
      );
      expect(answer.payload[0]?.extensions.code).toBe(code);
    } finally {
      gateway.clock.reset();
      gateway.forgetTokens();
    }
  });

  test('of the end of the log counts from when it was issued, even if the last event was long before', async () => {
    gateway.clock.advance(40 * 86_400);
    gateway.forgetTokens();
    try {
      const { webhookEventsCursor: after } = await gateway.data({ query: '{ webhookEventsCursor }' });
      const socket = await socketOf(gateway);
      const id = socket.subscribe(LIVE_EVENTS, { after });
      await socket.run('{ webhookEventsCursor }');
      expect(socket.messages('error', id)).toEqual([]);
      gateway.clock.advance(31 * 86_400);
      gateway.forgetTokens();
      const later = await socketOf(gateway);
      const laterId = later.subscribe(LIVE_EVENTS, { after });
      expect((await later.next('error', laterId)).payload).toMatchObject([{ extensions: { code: 'CURSOR_EXPIRED' } }]);
    } finally {
      gateway.clock.reset();
      gateway.forgetTokens();
    }
  });

  test('does not matter in pages', async () => {
    gateway.clock.advance(40 * 86_400);
    gateway.forgetTokens();
    try {
      const { webhookEvents } = await gateway.data({
        query: 'query ($after: String) { webhookEvents(after: $after) { nodes { entityId } } }',
        variables: { after: backlog[0]?.cursor },
      });
      expect(webhookEvents.nodes[0].entityId).toBe(backlog[1]?.entityId);
    } finally {
      gateway.clock.reset();
      gateway.forgetTokens();
    }
  });
});
