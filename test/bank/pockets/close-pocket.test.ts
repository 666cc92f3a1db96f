import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually, Gateway } from '../../support/gateway.ts';
import { closePocket, createPocket, expectSuccess, pocketInput, setPocketLimit } from '../../support/pockets.ts';
import { sql } from '../../support/webhooks.ts';

const CLOSED = 'POCKET_ACCOUNT_WAS_FULLY_CLOSED';
const EVENTS = `query ($filter: WebhookEventFilter) { webhookEvents(filter: $filter, first: 100) { nodes {
  name context entityId correlationId occurredAt payload
  ... on PocketAccountWasFullyClosedEvent { pocket { number status reason } }
} } }`;

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start();
});
afterAll(() => gateway.stop());
beforeEach(() => setPocketLimit(gateway, '200001', 1_000));

async function newPocket(changes: object = {}): Promise<{ id: string; number: string }> {
  return (await expectSuccess(createPocket(gateway, pocketInput(changes)))).pocket;
}

async function eventsOf(number: string) {
  const { webhookEvents } = await gateway.data({ query: EVENTS, variables: { filter: { eventNames: [CLOSED] } } });
  const nodes = webhookEvents.nodes as { entityId: string; payload: object; occurredAt: string }[];
  return nodes.filter(({ entityId }) => entityId === number);
}

/** Returns results of the audit entries of a request, in the outbox or in their chain. */
async function auditedResults(correlationId: string): Promise<string[]> {
  const rows = await sql<{ result: string }>(
    gateway,
    `select result from audit_outbox where correlation_id = ?::uuid
     union all select result from audit_entry where correlation_id = ?::uuid`,
    [correlationId, correlationId],
  );
  return rows.map(({ result }) => result);
}

describe('a pocket', () => {
  test('is closed for good, with its event, in one commit', async () => {
    const pocket = await newPocket({ metadata: { team: 'a' } });
    const correlationId = randomUUID();
    const headers = { 'x-correlation-id': correlationId };
    const input = { pocketNumber: pocket.number, reason: 'COMMERCIAL_DISAGREEMENT' };
    expect(await closePocket(gateway, input, { headers })).toEqual({
      __typename: 'ClosePocketSuccess',
      changed: true,
      pocket: { id: pocket.id, number: pocket.number, status: 'CLOSED', reason: 'COMMERCIAL_DISAGREEMENT' },
    });
    const [event, ...others] = await eventually(async () => {
      const found = await eventsOf(pocket.number);
      return found.length > 0 && found;
    });
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      context: 'POCKET',
      correlationId,
      pocket: { number: pocket.number, status: 'CLOSED', reason: 'COMMERCIAL_DISAGREEMENT' },
      payload: {
        version: '2.0',
        context: 'Pocket',
        metadata: { team: 'a' },
        data: {
          number: pocket.number,
          status: 'CLOSED',
          reason: 'COMMERCIAL_DISAGREEMENT',
          useCase: 'CORPORATE_EXPENSES',
          updatedAt: event?.occurredAt,
          account: { branch: '0001', number: '200001' },
        },
      },
    });
    expect(await auditedResults(correlationId)).toEqual(['ClosePocketSuccess']);
  });

  test('that is CLOSED already stays as it is: no event, no audit entry, and the first reason', async () => {
    const { number: pocketNumber } = await newPocket();
    await closePocket(gateway, { pocketNumber });
    const correlationId = randomUUID();
    const again = await closePocket(
      gateway,
      { pocketNumber, reason: 'COMMERCIAL_DISAGREEMENT' },
      { headers: { 'x-correlation-id': correlationId } },
    );
    expect(again).toMatchObject({ changed: false, pocket: { status: 'CLOSED', reason: 'HOLDER_REQUEST' } });
    const recorded = await sql<{ events: number }>(
      gateway,
      `select (select count(*) from outbox where entity_id = ? and name = '${CLOSED}')::int
        + (select count(*) from event where entity_id = ? and name = '${CLOSED}')::int as events`,
      [pocketNumber, pocketNumber],
    );
    expect(recorded).toEqual([{ events: 1 }]);
    expect(await auditedResults(correlationId)).toEqual([]);
  });

  test('that is DORMANT is closed, even in an account that is not ACTIVE', async () => {
    const { number: pocketNumber } = await newPocket();
    await sql(gateway, `update pocket set status = 'DORMANT' where number = ?`, [pocketNumber]);
    await sql(gateway, `update payment_account set status = 'BLOCKED' where number = '200001'`);
    const closed = await closePocket(gateway, { pocketNumber });
    await sql(gateway, `update payment_account set status = 'ACTIVE' where number = '200001'`);
    expect(closed).toMatchObject({ changed: true, pocket: { status: 'CLOSED' } });
  });

  test('that is LOCKED is refused', async () => {
    const { number: pocketNumber } = await newPocket();
    await sql(gateway, `update pocket set status = 'LOCKED' where number = ?`, [pocketNumber]);
    expect(await closePocket(gateway, { pocketNumber })).toMatchObject({
      __typename: 'InvalidPocketStatusError',
      status: 422,
      path: ['pocketNumber'],
      pocketStatus: 'LOCKED',
      retryable: false,
      nextStep: null,
    });
  });

  test.each([
    ['unknown', '200001999BRL', 'POCKET_NOT_FOUND', 404],
    ['empty', ' ', 'INVALID_PARAMETER', 400],
    ['not storable', '\0', 'INVALID_PARAMETER', 400],
  ])('whose number is %s is refused', async (_what, pocketNumber, code, status) => {
    expect(await closePocket(gateway, { pocketNumber })).toMatchObject({ code, status });
  });

  test('of another partner does not exist', async () => {
    const { number: pocketNumber } = await newPocket();
    expect(await closePocket(gateway, { pocketNumber }, { client: 'gama-pay' })).toMatchObject({
      code: 'POCKET_NOT_FOUND',
    });
    expect(await closePocket(gateway, { pocketNumber })).toMatchObject({ changed: true });
  });
});

describe('at the same time', () => {
  test('twins close a pocket once, with one event', async () => {
    const { number: pocketNumber } = await newPocket();
    const results = await Promise.all(Array.from({ length: 20 }, () => closePocket(gateway, { pocketNumber })));
    expect(results.map(({ pocket }) => pocket.status)).toEqual(results.map(() => 'CLOSED'));
    expect(results.filter(({ changed }) => changed)).toHaveLength(1);
    await eventually(async () => (await eventsOf(pocketNumber)).length > 0);
    expect(await eventsOf(pocketNumber)).toHaveLength(1);
  });

  test('what is closed makes room for as many pockets, and no more', async () => {
    await setPocketLimit(gateway, '200003', 1_000);
    const pockets = await Promise.all(Array.from({ length: 6 }, () => newPocket({ accountNumber: '200003' })));
    await setPocketLimit(gateway, '200003', pockets.length);
    const [closed, made] = await Promise.all([
      Promise.all(pockets.slice(0, 3).map(({ number }) => closePocket(gateway, { pocketNumber: number }))),
      Promise.all(Array.from({ length: 10 }, () => createPocket(gateway, pocketInput({ accountNumber: '200003' })))),
    ]);
    expect(closed.map(({ changed }) => changed)).toEqual([true, true, true]);
    const more = await Promise.all(
      Array.from({ length: 4 }, () => createPocket(gateway, pocketInput({ accountNumber: '200003' }))),
    );
    const names = [...made, ...more].map(({ __typename }) => __typename);
    expect(names.filter((name) => name === 'CreatePocketSuccess')).toHaveLength(3);
    expect(new Set(names)).toEqual(new Set(['CreatePocketSuccess', 'MaximumPocketsCountRegisteredForAccountError']));
  });
});
