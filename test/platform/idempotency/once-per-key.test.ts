import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { cashInInput } from '../../support/cash-ins.ts';
import { openAccount } from '../../support/customers.ts';
import { Gateway } from '../../support/gateway.ts';
import { keyed, KEYED_MUTATIONS, send } from '../../support/keyed-mutations.ts';
import { sql } from '../../support/webhooks.ts';

const TWINS = 50;
const CASH_IN = { name: 'simulateCashIn', made: 'cashIn' };

let gateway: Gateway;

/** Without workers, so that registrations stay under analysis. */
beforeAll(async () => {
  gateway = await Gateway.start({ environment: { ROLES: 'api' } });
});
afterEach(() => {
  gateway.clock.reset();
  gateway.forgetTokens();
});
afterAll(() => gateway.stop());

describe.each(KEYED_MUTATIONS)('a key of $name', (mutation) => {
  test('gives 50 concurrent requests one result', async () => {
    const input = keyed(await mutation.input(gateway));
    const results = await Promise.all(Array.from({ length: TWINS }, () => send(gateway, mutation, input)));
    expect(results.filter(({ replayed }) => replayed === false)).toHaveLength(1);
    expect(results.filter(({ replayed }) => replayed === true)).toHaveLength(TWINS - 1);
    expect(new Set(results.map(({ made }) => made.id)).size).toBe(1);
  });

  test('is refused with another input, before any other error in that input', async () => {
    const input = keyed(await mutation.input(gateway));
    await send(gateway, mutation, input);
    for (const other of mutation.others)
      expect(await send(gateway, mutation, { ...input, ...other })).toEqual({
        __typename: 'IdempotencyKeyReusedError',
        code: 'IDEMPOTENCY_KEY_REUSED',
        status: 409,
        message: 'The idempotency key was used with another input within the last 7 days.',
      });
    expect(await send(gateway, mutation, input)).toMatchObject({ replayed: true });
  });

  test('is free after a refusal, for the same and for another input', async () => {
    const refused = keyed(mutation.refused());
    const first = await send(gateway, mutation, refused);
    expect(first).toMatchObject({ code: expect.any(String) });
    expect(await send(gateway, mutation, refused)).toEqual(first);
    const input = { ...refused, ...(await mutation.input(gateway)) };
    expect(await send(gateway, mutation, input)).toMatchObject({ replayed: false });
  });

  test('stands for 7 days from the first success, and replays do not prolong it', async () => {
    const input = keyed(await mutation.input(gateway));
    gateway.clock.set('2027-01-01T12:00:00.000Z');
    gateway.forgetTokens();
    const first = await send(gateway, mutation, input);
    gateway.clock.set('2027-01-08T11:59:00.000Z');
    gateway.forgetTokens();
    expect(await send(gateway, mutation, input)).toEqual({ ...first, replayed: true });
    gateway.clock.set('2027-01-08T12:01:00.000Z');
    gateway.forgetTokens();
    const after = await send(gateway, mutation, input);
    // A person is not registered again before the first round has ended.
    const isDone = mutation.name !== 'registerCustomer';
    expect(after).toMatchObject(isDone ? { replayed: false } : { code: 'CUSTOMER_AWAIT_EVALUATION' });
    expect(after.made?.id).not.toBe(first.made.id);
  });
});

test.each(KEYED_MUTATIONS.filter(({ name }) => name !== 'registerCustomer'))(
  '$name without a key creates another each time, and null counts as no key',
  async (mutation) => {
    const inputs = [await mutation.input(gateway), { ...(await mutation.input(gateway)), idempotencyKey: null }];
    const results = await Promise.all(inputs.map((input) => send(gateway, mutation, input)));
    expect(results.map(({ replayed }) => replayed)).toEqual([false, false]);
    expect(results[0].made.id).not.toBe(results[1].made.id);
  },
);

test('a key belongs to its partner and its mutation', async () => {
  const input = keyed(cashInInput());
  const { made } = await send(gateway, CASH_IN, input);
  const foreign = await send(gateway, CASH_IN, { ...input, accountNumber: '300001' }, { client: 'beta-pay' });
  expect(foreign).toMatchObject({ replayed: false });
  expect(foreign.made.id).not.toBe(made.id);
  const { idempotencyKey } = input;
  const other = { name: 'openSandboxAccount', made: 'account' };
  const opened = await send(gateway, other, { documentNumber: '10020030169', idempotencyKey });
  expect(opened).toMatchObject({ replayed: false });
});

test('a repeat of equal money in another spelling replays', async () => {
  const input = keyed(cashInInput({ amount: '10.5' }));
  await send(gateway, CASH_IN, input);
  expect(await send(gateway, CASH_IN, { ...input, amount: '10.50' })).toMatchObject({ replayed: true });
});

test('a replay shows the current state', async () => {
  const { account } = await openAccount(gateway, '10020030169');
  const idempotencyKey = randomUUID();
  const query = `mutation ($input: OpenSandboxAccountInput!) { openSandboxAccount(input: $input) {
    ... on OpenSandboxAccountSuccess { replayed account { id status } } } }`;
  const variables = { input: { documentNumber: '10020030169', idempotencyKey } };
  const { openSandboxAccount: opened } = await gateway.data({ query, variables });
  await sql(gateway, `update payment_account set status = 'CLOSED' where id = ?`, [opened.account.id]);
  const { openSandboxAccount: replayed } = await gateway.data({ query, variables });
  expect(replayed).toEqual({ replayed: true, account: { id: opened.account.id, status: 'CLOSED' } });
  expect(account.id).not.toBe(opened.account.id);
});
