import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { register } from '../../../support/pix.ts';
import { answer, BeforeAnother } from '../intents/before-another.ts';

const FRESH_SECONDS = 30;
const NUMBER = '2000018412BRL';
const CREATED_AT = '2026-01-31T12:00:00.000Z';
const ACCOUNT = {
  ...{ branch: '0001', number: '200001', type: 'PAYMENT', status: 'ACTIVE', createdAt: CREATED_AT },
  bank: { ispb: '99990001', code: '990', name: 'Banco Exemplo S.A.' },
};
const USER = { name: 'Ana Exemplo', document: { value: '10020030592', type: 'CPF' }, birthDate: '1990-01-31' };
const POCKET = {
  ...{ number: NUMBER, label: 'Trip', currency: 'BRL', status: 'ACTIVE', reason: 'HOLDER_REQUEST', user: USER },
  ...{ category: 'POCKET', useCase: 'CORPORATE_EXPENSES', createdAt: CREATED_AT },
};
const LISTS = `{ paymentAccount(number: "200001") {
  pockets(first: 5) { nodes { metadata user { name } } } pixEntries { addressingKey { value } }
} }`;
const READ = `{ pocket(number: "${NUMBER}") { metadata user { name document { value } birthDate } freshness { isStale } } }`;

let before: BeforeAnother;

beforeAll(async () => {
  before = await BeforeAnother.start({ ROW_LEVEL_SECURITY: 'true' });
});
afterAll(() => before.stop());

/** Lets the provider answer by the end of the path. */
function answeringByPath(bodies: Readonly<Record<string, object>>): void {
  before.gateway.clock.advance(FRESH_SECONDS + 1);
  before.double.answer = ({ path }, response) => {
    const [, body] = Object.entries(bodies).find(([end]) => path.endsWith(end)) ?? [];
    answer(response, body === undefined ? 404 : 200, body ?? '');
  };
}

const answeringPocket = (user: object, metadata: object) => {
  answeringByPath({ [NUMBER]: { data: { ...POCKET, user, account: ACCOUNT }, metadata } });
};

test('a pocket of a list gets the metadata that only its own answer shows, in its order, and a new user', async () => {
  answeringByPath({ '/200001': ACCOUNT, '/pockets': { data: [POCKET] }, '/addressing-keys': { data: [] } });
  const { paymentAccount } = await before.gateway.data({ query: LISTS });
  expect(paymentAccount.pockets.nodes).toEqual([{ metadata: null, user: { name: USER.name } }]);

  answeringPocket(USER, {});
  expect((await before.gateway.data({ query: READ })).pocket.metadata).toBeNull();

  const user = { name: 'Rui Exemplo', document: { value: '10020030673', type: 'CPF' }, birthDate: '1980-02-29' };
  answeringPocket(user, { zone: 'South', area: { b: 1, a: 2 } });
  const { pocket } = await before.gateway.data({ query: READ });
  expect(JSON.stringify(pocket)).toBe(
    JSON.stringify({
      metadata: { zone: 'South', area: { b: 1, a: 2 } },
      user: { name: user.name, document: { value: user.document.value }, birthDate: '1980-02-29' },
      freshness: { isStale: false },
    }),
  );
});

const email = (value: string) => ({ type: 'EMAIL', value });
const find = async (value: string) =>
  (await before.gateway.data({ query: `{ pixEntry(key: "${value}") { addressingKey { value } } }` })).pixEntry;

test('a key that the provider registers in another spelling is shown and found in its normal form', async () => {
  const value = 'ana@example.com';
  const registered = { addressingKey: email('Ana@Example.COM'), createdAt: CREATED_AT };
  answeringByPath({ '/200001': ACCOUNT, '/pix/entries': registered });
  const made = await register(before.gateway, { key: email(value), number: '200001', transactionalHash: 'a hash' });
  expect(made).toMatchObject({ entry: { addressingKey: { value } } });
  expect(await find(value)).toEqual({ addressingKey: { value } });
});

test('a key that the provider lists in another spelling is shown and found in its normal form', async () => {
  const value = 'rui@example.com';
  const listed = { data: [{ ...email('Rui@Example.COM'), createdAt: CREATED_AT }] };
  answeringByPath({ '/200001': ACCOUNT, '/pockets': { data: [] }, '/addressing-keys': listed });
  const { paymentAccount } = await before.gateway.data({ query: LISTS });
  expect(paymentAccount.pixEntries).toContainEqual({ addressingKey: { value } });
  expect(await find(value)).toEqual({ addressingKey: { value } });
});
