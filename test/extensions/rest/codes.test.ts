import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { gateway } from '../../support/shared-gateway.ts';
import { call, pathsOf } from '../../support/rest.ts';

const HOLDER = '10020030169';
const key = { type: 'EMAIL', value: 'rest-code@example.com' };
const account = { branch: '0001', number: '200001', type: 'PAYMENT' };

const USER = { 'x-svc-user-id': HOLDER };
const wanted = { context: 'Pix', operation: 'RegisterEntry', data: { addressingKey: key } };

test('a code is made and validated, and its hash registers the key', async () => {
  const sent = await call(gateway, 'POST /totp', { body: wanted, headers: USER });
  expect([sent.status, Object.keys(sent.body)]).toEqual([201, ['hash', 'code']]);
  const { hash, code } = sent.body;
  const wrong = await call(gateway, 'PATCH /totp', { body: { hash, code: code === '000000' ? '000001' : '000000' } });
  expect([wrong.status, wrong.body]).toEqual([422, { code: 'ENTRY_TRANSACTIONAL_HASH_INVALID' }]);
  const proven = await call(gateway, 'PATCH /totp', { body: { hash, code } });
  const proof = { hash: expect.any(String), expirationInSeconds: expect.any(Number) };
  expect([proven.status, proven.body]).toEqual([200, proof]);
  // It ends five minutes after the validation; the clock runs.
  expect(proven.body.expirationInSeconds).toBeLessThanOrEqual(300);
  expect(proven.body.expirationInSeconds).toBeGreaterThan(200);
  const registered = await call(gateway, 'POST /pix/entries', {
    body: { addressingKey: key, account },
    headers: { 'x-svc-transactional-hash': proven.body.hash },
  });
  expect([registered.status, registered.body.addressingKey]).toEqual([201, key]);
});

test.each<[string, Readonly<Record<string, string>>, object, string]>([
  ['no holder', {}, wanted, 'INVALID_USER_ID'],
  ['a holder whose number is wrong', { 'x-svc-user-id': '10020030160' }, wanted, 'INVALID_USER_ID'],
  ['a holder without an account', { 'x-svc-user-id': '10020030240' }, wanted, 'INVALID_USER_ID'],
  ['no key', USER, { ...wanted, data: {} }, 'INVALID_PARAMETER'],
  ['a claim', USER, { ...wanted, operation: 'Portability' }, 'INVALID_PARAMETER'],
])('a code for %s is refused by a code alone', async (_what, headers, body, code) => {
  const refused = await call(gateway, 'POST /totp', { body, headers });
  expect([refused.status, refused.body]).toEqual([400, { code }]);
});

test('an expired code is not found', async () => {
  const { body } = await call(gateway, 'POST /totp', { body: wanted, headers: USER });
  gateway.clock.advance(301);
  const late = await call(gateway, 'PATCH /totp', { body: { hash: body.hash, code: body.code }, headers: USER });
  expect([late.status, late.body]).toEqual([404, { code: 'NOT_FOUND' }]);
  gateway.clock.reset();
});

test.each(['99999999999999.99', '"99999999999999.99"', '0.01'])(
  'a cash-in is exact to the cent: %s',
  async (amount) => {
    const body = `{ "accountNumber": "200001", "rail": "PIX", "amount": ${amount} }`;
    const { status, text, body: made } = await call(gateway, 'POST /sandbox/cash-ins', { body });
    expect(status).toBe(201);
    expect(text).toContain(`"amount":${amount.replaceAll('"', '')},`);
    expect(made).toMatchObject({ currency: 'BRL', account: { branch: '0001', number: '200001' } });
  },
);

test.each([
  ['1E+2', '100.00'],
  ['1.05E1', '10.50'],
  ['9999999999999999e-2', '99999999999999.99'],
  ['10.500', '10.50'],
])('a cash-in is read in any notation of a number: %s', async (given, amount) => {
  const body = `{ "accountNumber": "200001", "rail": "PIX", "amount": ${given} }`;
  const { status, text } = await call(gateway, 'POST /sandbox/cash-ins', { body });
  expect([status, text]).toEqual([201, expect.stringContaining(`"amount":${amount},`)]);
});

test.each(['0', '100000000000000.00', '1e14', '1e-3', '"1e2"', '0.001', '"1,00"'])(
  'a cash-in of %s is refused',
  async (amount) => {
    const body = `{ "accountNumber": "200001", "rail": "PIX", "amount": ${amount} }`;
    const { status, body: refused } = await call(gateway, 'POST /sandbox/cash-ins', { body });
    expect([status, pathsOf(refused)]).toEqual([400, ['amount']]);
  },
);

test('a cash-in is made once per key, which is in the header or in the body', async () => {
  const body = { accountNumber: '200001', rail: 'TED', amount: 1 };
  const key = randomUUID();
  const headers = { 'idempotency-key': key };
  const first = await call(gateway, 'POST /sandbox/cash-ins', { body, headers });
  expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null]);
  for (const again of [
    { body, headers },
    { body: { ...body, idempotencyKey: key } },
    { body: { ...body, idempotencyKey: key.toUpperCase() }, headers },
  ]) {
    const { status, headers: received, body: replayed } = await call(gateway, 'POST /sandbox/cash-ins', again);
    expect([status, received.get('idempotent-replayed'), replayed]).toEqual([201, 'true', first.body]);
  }
});

test('different keys in header and body are refused, and an invalid one is named', async () => {
  const body = { accountNumber: '200001', rail: 'TED', amount: 1 };
  const differing = await call(gateway, 'POST /sandbox/cash-ins', {
    body: { ...body, idempotencyKey: randomUUID() },
    headers: { 'idempotency-key': randomUUID() },
  });
  expect([differing.status, differing.body.errors]).toEqual([
    400,
    [
      {
        code: 'INVALID_PARAMETER',
        propertyName: 'idempotency-key',
        messages: ['idempotency-key and idempotencyKey differ: send one of them.'],
        details: { code: 'CONFLICT' },
      },
    ],
  ]);
  const inBody = await call(gateway, 'POST /sandbox/cash-ins', { body: { ...body, idempotencyKey: 'nope' } });
  expect([inBody.status, pathsOf(inBody.body)]).toEqual([400, ['idempotencyKey']]);
  const inHeader = await call(gateway, 'POST /sandbox/cash-ins', { body, headers: { 'idempotency-key': 'nope' } });
  expect([inHeader.status, pathsOf(inHeader.body)]).toEqual([400, ['idempotency-key']]);
});
