import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, type Ask } from '../../../support/gateway.ts';
import { accountInput, forgetEntries, REGISTER_PIX_ENTRY } from '../../../support/pix.ts';
import { CREATE_POCKET, pocketInput } from '../../../support/pockets.ts';
import { answer, BeforeAnother } from '../intents/before-another.ts';

const LONG_AGO = '2026-01-31T12:00:00.000Z';
/** The account of the open mutation, and others whose lists were never read. */
const [UNREAD, EMPTY] = ['200002', '200003'];
const NOT_ANSWERED = 'The provider has not answered yet: send the same request again.';

let before: BeforeAnother;
/** What the provider lists of any account, and the mutations that it has not answered. */
let listed: readonly object[] = [];
let held: ServerResponse[] = [];

beforeAll(async () => {
  before = await BeforeAnother.start({ PROVIDER_TIMEOUT_SECONDS: '60' });
  for (const number of [UNREAD, EMPTY]) await forgetEntries(before.gateway, number);
  before.double.answer = ({ path, body }, response) => {
    const [, number] = /^\/accounts\/(\d+)$/.exec(path) ?? [];
    if (body !== '') held.push(response);
    else if (number === undefined) answer(response, 200, { data: listed });
    else
      answer(response, 200, {
        ...{ branch: '0001', number, type: 'PAYMENT', status: 'ACTIVE', createdAt: LONG_AGO },
        bank: { ispb: '99990001', code: '990', name: 'Banco Exemplo S.A.' },
      });
  };
});
afterAll(() => before.stop());

const account = (number: string, selection: string): Ask => ({
  query: `query ($number: String!) { paymentAccount(number: $number) { ${selection} } }`,
  variables: { number },
});

const { user, currency, useCase } = pocketInput();
const POCKET = {
  ...{ number: '2000027777BRL', label: 'Of long ago', user, currency, useCase, createdAt: LONG_AGO },
  ...{ status: 'ACTIVE', reason: 'CREATED', category: 'POCKET' },
};
const KEY = { type: 'EVP', value: randomUUID(), createdAt: LONG_AGO };

const nameOf = (item: object) => String('value' in item ? item.value : 'number' in item && item.number);

describe.each([
  {
    selection: 'pockets(first: 100) { nodes { number } }',
    mutation: {
      query: CREATE_POCKET,
      variables: { input: pocketInput({ accountNumber: UNREAD, label: POCKET.label }) },
    },
    item: POCKET,
    other: { ...POCKET, number: '2000037777BRL' },
    shown: { pockets: { nodes: expect.arrayContaining([{ number: POCKET.number }]) } },
  },
  {
    selection: 'pixEntries { addressingKey { value } }',
    mutation: {
      query: REGISTER_PIX_ENTRY,
      variables: {
        input: { addressingKey: { type: 'EVP' }, account: accountInput(UNREAD), idempotencyKey: randomUUID() },
      },
    },
    item: KEY,
    other: { ...KEY, value: randomUUID() },
    shown: { pixEntries: [{ addressingKey: { value: KEY.value } }] },
  },
])(
  'a list that was never read, while a mutation of its kind is open: $selection',
  ({ selection, mutation, item, other, shown }) => {
    let outcome: Promise<unknown>;

    beforeAll(async () => {
      held = [];
      outcome = before.gateway.ask(mutation);
      await eventually(() => Promise.resolve(held.length === 1));
    });

    test('is not shown without what that may have created', async () => {
      listed = [item];
      const { status, body } = await before.gateway.ask(account(UNREAD, selection));
      const [error] = body.errors ?? [];
      expect([status, error?.extensions['code'], error?.message]).toEqual([503, 'SERVICE_UNAVAILABLE', NOT_ANSWERED]);
    });

    test('is shown of another account, whatever is unknown there', async () => {
      listed = [other];
      const { body } = await before.gateway.ask(account(EMPTY, selection));
      expect([body.errors, JSON.stringify(body.data)]).toEqual([undefined, expect.stringContaining(nameOf(other))]);
    });

    test('is shown once that is decided', async () => {
      listed = [item];
      for (const response of held) answer(response, 422, { code: 'INVALID_ACCOUNT_STATUS' });
      await outcome;
      const { paymentAccount } = await before.gateway.data(account(UNREAD, selection));
      expect(paymentAccount).toEqual(shown);
    });
  },
);
