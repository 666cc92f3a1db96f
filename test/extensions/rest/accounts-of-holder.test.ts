import { expect, test } from '@jest/globals';
import { call } from '../../support/rest.ts';
import { gateway } from '../../support/shared-gateway.ts';

const ACCOUNTS = 'GET /customers/10020030169/accounts';

test('the accounts of a person are a bare list of what GET /accounts/{accountNumber} shows', async () => {
  const { status, body } = await call(gateway, ACCOUNTS);
  expect([status, Array.isArray(body), body.length > 0]).toEqual([200, true, true]);
  const accounts = body as readonly { number: string; holder: { document: object } }[];
  for (const account of accounts)
    expect((await call(gateway, `GET /accounts/${account.number}`)).body).toEqual(account);
  expect(accounts.map(({ holder }) => holder.document)).toEqual(
    accounts.map(() => ({ value: '10020030169', type: 'CPF' })),
  );
});

test.each([
  ['who has none', 'GET /customers/10020030240/accounts', 'acme-pay'],
  ['whom nobody knows', 'GET /customers/1/accounts', 'acme-pay'],
  ['of another partner', ACCOUNTS, 'beta-pay'],
])('those of a person %s are none', async (_who, operation, client) => {
  const { status, body } = await call(gateway, operation, { client });
  expect([status, body]).toEqual([200, []]);
});

test('they require account.read', async () => {
  const refused = await call(gateway, ACCOUNTS, { scope: 'customer.read' });
  expect([refused.status, refused.body.errors[0].code]).toEqual([403, 'FORBIDDEN']);
  expect((await call(gateway, ACCOUNTS, { scope: 'account.read' })).status).toBe(200);
});

test('a document that is too long is named', async () => {
  const { status, body } = await call(gateway, `GET /customers/${'1'.repeat(101)}/accounts`);
  expect([status, body.errors[0].code, body.errors[0].propertyName]).toEqual([
    400,
    'INVALID_PARAMETER',
    'documentNumber',
  ]);
});
