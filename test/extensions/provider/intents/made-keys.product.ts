import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { constantCase } from '../../../../src/kernel/text.ts';
import { cashInInput, SIMULATE_CASH_IN } from '../../../support/cash-ins.ts';
import { goodInput, REGISTER_CUSTOMER } from '../../../support/customers.ts';
import { eventually } from '../../../support/gateway.ts';
import { accountInput, REGISTER_PIX_ENTRY } from '../../../support/pix.ts';
import { Rig } from '../rig.ts';

const OUTCOME = `query ($mutation: IdempotentMutation!, $key: UUID!) {
  idempotentOutcome(mutation: $mutation, key: $key) { state succeededAt replayableUntil subject { id } }
}`;

let rig: Rig;

beforeAll(async () => {
  rig = await Rig.start({ PROVIDER_TIMEOUT_SECONDS: '2' });
});
afterAll(() => rig.stop());

test.each<[string, string, () => Promise<object>]>([
  ['registerCustomer', REGISTER_CUSTOMER, () => goodInput(rig.bank)],
  [
    'registerPixEntry',
    REGISTER_PIX_ENTRY,
    () => Promise.resolve({ addressingKey: { type: 'EVP' }, account: accountInput('200003') }),
  ],
  ['simulateCashIn', SIMULATE_CASH_IN, () => Promise.resolve(cashInInput())],
])('the key that was made for %s has its outcome, and replays its result', async (mutation, query, make) => {
  const input = await make();
  await rig.fail('lost-answer');
  const { body: lost } = await rig.front.ask({ query, variables: { input } });
  const open = { mutation: constantCase(mutation), key: expect.any(String), state: 'RUNNING' };
  expect(lost.errors?.[0]?.extensions).toMatchObject({ code: 'SERVICE_UNAVAILABLE', outcome: open });
  const { key } = lost.errors?.[0]?.extensions['outcome'] as { readonly key: string };
  const [outcome] = await eventually(async () => {
    rig.front.clock.advance(1);
    const { idempotentOutcome } = await rig.front.data({
      query: OUTCOME,
      variables: { mutation: constantCase(mutation), key },
    });
    return idempotentOutcome?.state !== 'RUNNING' && [idempotentOutcome];
  });
  const at = expect.any(String);
  expect(outcome).toEqual({ state: 'SUCCEEDED', succeededAt: at, replayableUntil: at, subject: { id: at } });
  const { body: again } = await rig.front.ask({ query, variables: { input: { ...input, idempotencyKey: key } } });
  expect(JSON.stringify(again.data)).toContain(outcome.subject.id);
});
