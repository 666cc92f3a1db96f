import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { cashInInput, SIMULATE_CASH_IN, simulateCashIn } from '../../../support/cash-ins.ts';
import { eventually } from '../../../support/gateway.ts';
import { sql } from '../../../support/webhooks.ts';
import { Rig } from '../rig.ts';

let rig: Rig;

beforeAll(async () => {
  rig = await Rig.start({ PROVIDER_TIMEOUT_SECONDS: '2', ROW_LEVEL_SECURITY: 'true' });
});
afterAll(() => rig.stop());

const known = (at: 'bank' | 'front', amount: string) =>
  sql<{ id: string }>(rig[at], 'select id from cash_in where amount = ?::numeric', [amount]);

test('a cash-in is made at the provider, once per key, and its events are those of the provider', async () => {
  const input = cashInInput({ amount: '4711.01', idempotencyKey: randomUUID() });
  const { cashIn } = await simulateCashIn(rig.front, input);
  expect(cashIn).toMatchObject({ amount: { value: '4711.01', currency: 'BRL' }, account: { number: '200001' } });
  expect((await simulateCashIn(rig.front, input)).cashIn).toEqual(cashIn);
  for (const at of ['bank', 'front'] as const) expect(await known(at, '4711.01')).toEqual([{ id: cashIn.id }]);
  expect(await sql(rig.front, 'select id from outbox where entity_id = ?', [cashIn.id])).toEqual([]);
  expect(await sql(rig.front, 'select id from event where entity_id = ?', [cashIn.id])).toEqual([]);
});

test('a cash-in keeps its cents even if a double would lose one', async () => {
  const { cashIn } = await simulateCashIn(rig.front, cashInInput({ amount: '99999999999999.99' }));
  expect(cashIn).toMatchObject({ amount: { value: '99999999999999.99' } });
});

test('a cash-in whose answer is lost is made once', async () => {
  const input = cashInInput({ amount: '4711.02', rail: 'TED', idempotencyKey: randomUUID() });
  await rig.fail('lost-answer');
  expect((await rig.front.ask({ query: SIMULATE_CASH_IN, variables: { input } })).status).toBe(503);
  const cashIn = await eventually(async () => {
    const { body } = await rig.front.ask({ query: SIMULATE_CASH_IN, variables: { input } });
    return body.data?.simulateCashIn?.cashIn;
  });
  for (const at of ['bank', 'front'] as const) expect(await known(at, '4711.02')).toEqual([{ id: cashIn.id }]);
});

test('a cash-in that the provider refuses is refused for the same reason', async () => {
  expect(await simulateCashIn(rig.front, cashInInput({ accountNumber: '999999' }))).toMatchObject({
    code: 'ACCOUNT_NOT_FOUND',
    accountNumber: '999999',
  });
  await sql(rig.bank, `update payment_account set status = 'BLOCKED' where number = '200004'`);
  expect(await simulateCashIn(rig.front, cashInInput({ accountNumber: '200004' }))).toMatchObject({
    code: 'INVALID_ACCOUNT_STATUS',
  });
  expect(await simulateCashIn(rig.front, cashInInput({ amount: '0' }))).toMatchObject({ code: 'INVALID_PARAMETER' });
  await rig.fail('unmapped');
  expect(await simulateCashIn(rig.front, cashInInput())).toMatchObject({ code: 'UNMAPPED_REFUSAL' });
});
