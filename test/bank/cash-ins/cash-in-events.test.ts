import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Database } from '../../../src/platform/database/database.ts';
import { ownStatement } from '../../support/own-statement.ts';
import { cashInInput, simulateCashIn } from '../../support/cash-ins.ts';
import { eventually, type Gateway } from '../../support/gateway.ts';
import { statementsOf } from '../../support/statement-spans.ts';
import { serverUrl } from '../../support/test-database.ts';
import { sharedGateway } from '../../support/worker-gateways.ts';

interface CashInEvent {
  readonly __typename: string;
  readonly entityId: string;
  readonly idempotencyKey: string;
  readonly correlationId: string;
  readonly occurredAt: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly cashIn: object;
}

const CASH_IN = 'cashIn { id amount { value currency } endToEndId account { id branch number } }';
const FIELDS = `
  __typename id name context entityId idempotencyKey correlationId occurredAt payload
  ... on PixCashInWasReceivedEvent { ${CASH_IN} }
  ... on PixCashInWasClearedEvent { ${CASH_IN} }
  ... on TedCashInWasReceivedEvent { ${CASH_IN} }
  ... on TedCashInWasClearedEvent { ${CASH_IN} }`;
const EVENTS = `query ($filter: WebhookEventFilter) { webhookEvents(filter: $filter, first: 100) { nodes { ${FIELDS} } } }`;

const CLOSE_ACCOUNT = ownStatement(
  'test_close_account',
  `update payment_account set status = 'CLOSED' where number = $1`,
);
const FIND_WAITING = ownStatement(
  'test_find_waiting',
  `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
);

/** On PGlite there is one connection: all transactions wait for one another. */
const onPostgreSql = serverUrl === undefined ? describe.skip : describe;

let gateway: Gateway;

beforeAll(async () => {
  gateway = await sharedGateway();
});
afterAll(() => gateway.stop());

async function eventsOf(client = 'acme-pay', filter?: object, headers = {}): Promise<CashInEvent[]> {
  const { webhookEvents } = await gateway.data({ query: EVENTS, variables: { filter }, client, headers });
  return webhookEvents.nodes;
}

/** Returns the events of a cash-in once there are `count`. */
function eventsAbout(id: string, count: number): Promise<CashInEvent[]> {
  return eventually(async () => {
    const found = (await eventsOf()).filter(({ entityId }) => entityId === id);
    return found.length === count && found;
  });
}

describe('a cash-in', () => {
  test.each([
    ['PIX', 'Pix'],
    ['TED', 'Ted'],
  ])('by %s is received, then cleared, and both events show it', async (rail, word) => {
    const correlationId = randomUUID();
    const headers = { 'x-correlation-id': correlationId };
    const { cashIn } = await simulateCashIn(gateway, cashInInput({ rail }), { headers });
    const events = await eventsAbout(cashIn.id, 2);
    expect(events).toMatchObject([
      { __typename: `${word}CashInWasReceivedEvent`, name: `${rail}_CASH_IN_WAS_RECEIVED` },
      { __typename: `${word}CashInWasClearedEvent`, name: `${rail}_CASH_IN_WAS_CLEARED` },
    ]);
    for (const event of events) expect(event).toMatchObject({ context: rail, correlationId, cashIn });
    expect(new Set(events.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
  });

  test.each([
    ['PIX', 'Pix'],
    ['TED', 'Ted'],
  ])('by %s gives webhooks all of its data, and no personal data', async (rail, context) => {
    const { cashIn } = await simulateCashIn(gateway, cashInInput({ rail, amount: '99999999999999.99' }));
    for (const event of await eventsAbout(cashIn.id, 2)) {
      expect(event.payload).toEqual({
        entityId: cashIn.id,
        companyKey: gateway.partnerOf(),
        context,
        name: event.__typename
          .replace(/Event$/, '')
          .replace(/(?!^)([A-Z])/g, '_$1')
          .toUpperCase(),
        version: '1.0',
        idempotencyKey: event.idempotencyKey,
        correlationId: event.correlationId,
        timestamp: event.occurredAt,
        metadata: {},
        data: {
          id: cashIn.id,
          amount: '99999999999999.99',
          currency: 'BRL',
          endToEndId: cashIn.endToEndId,
          account: { branch: '0001', number: '200001' },
          createdAt: event.occurredAt,
        },
      });
    }
  });

  test('is found by the names and contexts of its events', async () => {
    const { cashIn } = await simulateCashIn(gateway, cashInInput());
    await eventsAbout(cashIn.id, 2);
    const cleared = await eventsOf('acme-pay', { eventNames: ['PIX_CASH_IN_WAS_CLEARED'], contexts: ['PIX'] });
    expect(cleared.filter(({ entityId }) => entityId === cashIn.id)).toMatchObject([{ cashIn }]);
    expect(await eventsOf('acme-pay', { contexts: ['CUSTOMER'] })).toEqual([]);
  });
});

test('cash-ins of one account are processed one after the other, no matter how many arrive together', async () => {
  const accountNumber = '200002';
  const results = await Promise.all(
    Array.from({ length: 20 }, () => simulateCashIn(gateway, cashInInput({ accountNumber }))),
  );
  const ids = new Set(results.map(({ cashIn }) => cashIn.id));
  const events = await eventually(async () => {
    const found = (await eventsOf()).filter(({ entityId }) => ids.has(entityId));
    return found.length === 2 * ids.size && found;
  });
  const steps = events.map(({ __typename, entityId }) => `${__typename} ${entityId}`);
  const inPairs = events.filter((_, index) => index % 2 === 0).map(({ entityId }) => entityId);
  expect(steps).toEqual(inPairs.flatMap((id) => [`PixCashInWasReceivedEvent ${id}`, `PixCashInWasClearedEvent ${id}`]));
});

onPostgreSql('on PostgreSQL', () => {
  test('a cash-in waits for a change of its account that began first', async () => {
    const accountNumber = '200003';
    const database = new Database(gateway.app.database.sessions);
    const { refusal } = await database.transaction(async (transaction) => {
      await transaction.run(CLOSE_ACCOUNT, [accountNumber]);
      const waiting = simulateCashIn(gateway, cashInInput({ accountNumber }));
      await eventually(async () => (await database.run(FIND_WAITING, [])).length > 0);
      return { refusal: waiting };
    });
    expect(await refusal).toMatchObject({ code: 'INVALID_ACCOUNT_STATUS' });
  });
});

describe('the cash-in of an event', () => {
  const TOKEN_QUERY = `{ webhookEvents { nodes { payload ... on PixCashInWasReceivedEvent { cashIn { amount { value } } } } } }`;

  test('needs account.read as well as webhook.read; the payload needs only the latter', async () => {
    const { status, body } = await gateway.ask({ query: TOKEN_QUERY, scope: 'webhook.read' });
    expect(status).toBe(403);
    expect(body.errors?.[0]?.extensions).toEqual({
      code: 'FORBIDDEN',
      requiredScopes: ['account.read', 'webhook.read'],
    });
    expect(await gateway.ask({ query: TOKEN_QUERY, scope: 'webhook.read account.read' })).toMatchObject({
      status: 200,
    });
    const query = '{ webhookEvents { nodes { payload } } }';
    expect(await gateway.ask({ query, scope: 'webhook.read' })).toMatchObject({ status: 200 });
  });

  test('is a node only for its partner', async () => {
    const { cashIn } = await simulateCashIn(gateway, cashInInput());
    await eventsAbout(cashIn.id, 2);
    expect(await eventsOf('beta-pay')).toEqual([]);
    const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
    const variables = { ids: [cashIn.id, cashIn.account.id] };
    expect(await gateway.data({ query, variables, client: 'beta-pay' })).toEqual({ nodes: [null, null] });
    expect(await gateway.data({ query, variables })).toEqual({ nodes: [{ id: cashIn.id }, { id: cashIn.account.id }] });
  });

  test('is read with its account in two statements beside the page, no matter how many there are', async () => {
    const names = await statementsOf(async (headers) => {
      expect((await eventsOf('acme-pay', undefined, headers)).length).toBeGreaterThan(10);
    });
    expect(names.slice(-2)).toEqual(['find_cash_ins', 'find_payment_accounts']);
  });
});
