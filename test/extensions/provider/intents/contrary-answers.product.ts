import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SIMULATE_CASH_IN } from '../../../support/cash-ins.ts';
import { REGISTER_CUSTOMER, registrationInput } from '../../../support/customers.ts';
import { eventually } from '../../../support/gateway.ts';
import { accountInput, REGISTER_PIX_ENTRY } from '../../../support/pix.ts';
import { CREATE_POCKET, pocketInput } from '../../../support/pockets.ts';
import { answer, BeforeAnother } from './before-another.ts';

const USER = { name: 'Ana Exemplo', document: { value: '10020030592', type: 'CPF' }, birthDate: '1990-01-31' };

const COUNTS_AS_NOT_EXECUTED_SECONDS = 60;

let before: BeforeAnother;

beforeAll(async () => {
  before = await BeforeAnother.start();
});
afterAll(() => before.stop());

const now = () => before.gateway.clock.now().toISOString();

const pocket = (changes: object) => ({
  data: {
    ...{ number: '200001000000009BRL', label: 'Trip', currency: 'BRL', status: 'ACTIVE', reason: 'HOLDER_REQUEST' },
    ...{ category: 'POCKET', useCase: 'CORPORATE_EXPENSES', createdAt: now(), user: USER, ...changes },
  },
});
const entry = (type: string, value: string, changes: object = {}) => ({
  ...{ addressingKey: { type, value }, createdAt: now(), ...changes },
});
const cashIn = (changes: object) => ({
  ...{ id: randomUUID(), amount: '10.50', currency: 'BRL', endToEndId: `E${'1'.repeat(31)}` },
  ...{ account: { number: '200001' }, ...changes },
});

const POCKET = { name: 'CREATE_POCKET', query: CREATE_POCKET, input: () => pocketInput({ user: USER, label: 'Trip' }) };
const keyOf = (addressingKey: object) => ({
  ...{ name: 'REGISTER_PIX_ENTRY', query: REGISTER_PIX_ENTRY },
  input: () => ({ addressingKey, account: accountInput('200003'), idempotencyKey: randomUUID() }),
});
const CPF = keyOf({ type: 'CPF', value: '10020030673' });
const EVP = keyOf({ type: 'EVP' });
const CASH_IN = {
  ...{ name: 'SIMULATE_CASH_IN', query: SIMULATE_CASH_IN },
  input: () => ({ accountNumber: '200001', amount: '10.50', rail: 'PIX', idempotencyKey: randomUUID() }),
};

test.each([
  ['a pocket in another currency', POCKET, () => pocket({ currency: 'USD' })],
  ['a pocket of another account', POCKET, () => pocket({ account: { number: '200002' } })],
  ['a key of another type', CPF, () => entry('CNPJ', '99000002000229')],
  ['a key of another value', CPF, () => entry('CPF', '10020030754')],
  ['a key of another account', CPF, () => entry('CPF', '10020030673', { account: { number: '200001' } })],
  ['a random key that is none', EVP, () => entry('EVP', 'not-a-uuid')],
  ['money of another account', CASH_IN, () => cashIn({ account: { number: '200002' } })],
  ['another amount', CASH_IN, () => cashIn({ amount: '10.51' })],
  ['money of another rail', CASH_IN, () => cashIn({ endToEndId: null })],
])('%s does not decide what became of the mutation', async (_what, { name, query, input: make }, told) => {
  before.answering(201, told());
  const input: Readonly<Record<string, unknown>> = make();
  const { status, body } = await before.gateway.ask({ query, variables: { input } });
  const outcome = { mutation: name, key: input['idempotencyKey'], state: 'RUNNING' };
  expect([status, body.errors?.[0]?.extensions]).toMatchObject([503, { code: 'SERVICE_UNAVAILABLE', outcome }]);
});

const KEYS_OF_ACCOUNT = '200002/addressing-keys';

/** Lists a random key for account 200002 only: no key has two accounts, and intents of other accounts are still open. */
function listing(value: string, listed: (keys: readonly object[]) => object): void {
  const key = { type: 'EVP', value, createdAt: now() };
  before.double.answer = ({ path }, response) => {
    answer(response, 200, listed(path.includes(KEYS_OF_ACCOUNT) ? [key] : []));
  };
}

test.each<[string, (keys: readonly object[]) => object]>([
  ['as data', (data) => ({ data })],
  ['alone', (keys) => keys],
])(
  'a random key that is listed with such a value stays undecided, until one is with a UUID: %s',
  async (_how, form) => {
    const value = randomUUID();
    before.answering(201, entry('EVP', 'not-a-uuid'));
    const input: Readonly<Record<string, unknown>> = { ...EVP.input(), account: accountInput('200002') };
    await before.gateway.ask({ query: EVP.query, variables: { input } });
    listing('not-a-uuid', form);
    const looks = () => before.double.calls.filter(({ path }) => path.includes(KEYS_OF_ACCOUNT)).length;
    before.gateway.clock.advance(COUNTS_AS_NOT_EXECUTED_SECONDS);
    // No look follows the one that decides.
    await eventually(() => {
      before.gateway.clock.advance(1);
      return Promise.resolve(looks() > 1);
    });
    listing(value, form);
    const made = await eventually(async () => {
      before.gateway.clock.advance(5);
      const { body } = await before.gateway.ask({ query: EVP.query, variables: { input } });
      return body.errors === undefined && body.data?.registerPixEntry;
    });
    expect(made.entry.addressingKey).toEqual({ type: 'EVP', value });
  },
);

test.each(['<!doctype html><p>Maintenance', 'OK', '{"half'])(
  'a registration has not succeeded by a 200 with %j, which need not be of the provider',
  async (body) => {
    before.answering(200, body);
    const idempotencyKey = randomUUID();
    const variables = { input: registrationInput({ idempotencyKey }) };
    const answered = await before.gateway.ask({ query: REGISTER_CUSTOMER, variables });
    const outcome = { mutation: 'REGISTER_CUSTOMER', key: idempotencyKey, state: 'RUNNING' };
    expect([answered.status, answered.body.errors?.[0]?.extensions]).toMatchObject([503, { outcome }]);
  },
);
