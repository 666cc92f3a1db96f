import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Gateway } from '../../../support/gateway.ts';
import { bodyOf, happened, logged, sendEvent, signed, startFront } from '../events/provider-events.ts';

const CASH_IN = `... on CashIn {
  amount { value } endToEndId payer { name document { value } number } payee { name document { value } number }
}`;
const PAYER = 'Secretissima Exemplo';

let gateway: Gateway;

beforeAll(async () => {
  gateway = await startFront();
});
afterAll(() => gateway.stop());

const party = (name: string, value: string, number: string) => ({
  ...{ document: { value, type: 'CPF' }, type: 'Customer', name },
  account: { branch: '0001', number, type: 'Payment', bank: { ispb: '88880001', code: '888', name: 'Banco' } },
});

/** A cash-in as programs in use receive it, with seven decimals. */
function cashIn(context: 'Pix' | 'Ted', step: 'RECEIVED' | 'CLEARED', id: string) {
  const sender = party(PAYER, '10020030592', '4711');
  const ofPix = { name: 'PIX', end2EndId: `E${id.replaceAll('-', '').slice(0, 31)}`, sender };
  const createdAt = gateway.clock.now().toISOString().replace('Z', '0000Z');
  const data = {
    ...{ authenticationCode: id, amount: { value: 1.505e2, currency: 'BRL' } },
    ...(context === 'Pix' && { addressingKey: { type: 'EVP', value: randomUUID() } }),
    recipient: party('Ana Exemplo', '10020030169', '200001'),
    channel: context === 'Pix' ? ofPix : { name: 'SPB', controlNumber: 'STR1', sender },
    createdAt,
  };
  const { version: _version, ...envelope } = bodyOf(gateway, {
    context,
    name: `${context.toUpperCase()}_CASH_IN_WAS_${step}`,
    data,
  });
  return { ...envelope, data, entityId: id, timestamp: createdAt, metadata: null };
}

async function sent(...bodies: readonly object[]): Promise<number> {
  const text = JSON.stringify(bodies);
  return (await sendEvent(gateway, text, signed(gateway, text))).status;
}

test.each(['Pix', 'Ted'] as const)('a cash-in by %s has its parties, and the log does not', async (context) => {
  const id = randomUUID();
  expect(await sent(cashIn(context, 'RECEIVED', id), cashIn(context, 'CLEARED', id))).toBe(202);
  await happened(gateway, bodyOf(gateway));
  const events = await logged(gateway, id);
  const prefix = context.toUpperCase();
  expect(events.map(({ name }) => name)).toEqual([`${prefix}_CASH_IN_WAS_RECEIVED`, `${prefix}_CASH_IN_WAS_CLEARED`]);
  expect(JSON.stringify(events)).not.toMatch(/Exemplo|10020030592|10020030169/);
  const { amount } = Object(Object(events[0]?.['payload']).data);
  expect(amount).toBe('150.50');
  const query = `query ($id: ID!) { node(id: $id) { ${CASH_IN} } }`;
  const { node } = await gateway.data({ query, variables: { id } });
  expect(node).toMatchObject({
    amount: { value: '150.50' },
    payer: { name: PAYER, document: { value: '10020030592' }, number: '4711' },
    payee: { name: 'Ana Exemplo', document: { value: '10020030169' }, number: '200001' },
  });
});

test('a cash-in that is cleared without its code is the one that was received', async () => {
  const id = randomUUID();
  const { entityId: _entityId, ...cleared } = cashIn('Pix', 'CLEARED', id);
  const { authenticationCode: _code, ...data } = Object(cleared.data);
  expect(await sent(cashIn('Pix', 'RECEIVED', id))).toBe(202);
  expect(await sent({ ...cleared, data })).toBe(202);
  await happened(gateway, bodyOf(gateway));
  const { webhookEvents } = await gateway.data({
    query: '{ webhookEvents(last: 5) { nodes { name ... on PixCashInWasClearedEvent { cashIn { id } } } } }',
  });
  expect(webhookEvents.nodes).toContainEqual({ name: 'PIX_CASH_IN_WAS_CLEARED', cashIn: { id } });
});

test('each element of an array is taken by itself', async () => {
  const [good, other] = [bodyOf(gateway), bodyOf(gateway, { data: { text: '],[{"' } })];
  expect(await sent(good, { name: 'NO_EVENT' }, other)).toBe(202);
  await happened(gateway, bodyOf(gateway));
  for (const { entityId, data } of [good, other])
    expect(await logged(gateway, String(entityId))).toMatchObject([{ payload: { data } }]);
  expect(await sent()).toBe(401);
  expect(await sent({ name: 'NO_EVENT' })).toBe(401);
});
