import { expect, test } from '@jest/globals';
import { gateway } from '../support/shared-gateway.ts';
import { call, pathsOf } from '../support/rest.ts';

const HOLDER = '10020030169';
const key = { type: 'EMAIL', value: 'rest-code@example.com' };
const account = { branch: '0001', number: '200001', type: 'PAYMENT' };

test('a code is sent, given back, and its hash registers the key', async () => {
  const sent = await call(gateway, 'POST /totp', { body: { documentNumber: HOLDER, addressingKey: key } });
  expect([sent.status, Object.keys(sent.body)]).toEqual([201, ['hash', 'code']]);
  const { hash, code } = sent.body;
  const wrong = await call(gateway, 'PATCH /totp', { body: { hash, code: code === '000000' ? '000001' : '000000' } });
  expect([wrong.status, wrong.body.errors[0].code]).toEqual([422, 'INVALID_TOTP_CODE']);
  const proven = await call(gateway, 'PATCH /totp', { body: { hash, code } });
  expect([proven.status, proven.body]).toEqual([200, { hash: expect.any(String), expirationInSeconds: 300 }]);
  const registered = await call(gateway, 'POST /pix/entries', {
    body: { addressingKey: key, account },
    headers: { 'x-svc-transactional-hash': proven.body.hash },
  });
  expect([registered.status, registered.body.addressingKey]).toEqual([201, key]);
});

test('fields of a code that are missing are named', async () => {
  const sent = await call(gateway, 'POST /totp', { body: { addressingKey: {} } });
  expect(pathsOf(sent.body)).toEqual(['documentNumber', 'addressingKey.type']);
  expect(pathsOf((await call(gateway, 'PATCH /totp', { body: {} })).body)).toEqual(['hash', 'code']);
});

test.each(['99999999999999.99', '"99999999999999.99"', '0.01'])('money comes in to the cent: %s', async (amount) => {
  const body = `{ "accountNumber": "200001", "rail": "PIX", "amount": ${amount} }`;
  const { status, text, body: made } = await call(gateway, 'POST /sandbox/cash-ins', { body });
  expect(status).toBe(201);
  expect(text).toContain(`"amount":${amount.replaceAll('"', '')},`);
  expect(made).toMatchObject({ currency: 'BRL', account: { branch: '0001', number: '200001' } });
});

test.each(['0', '100000000000000.00', '1e2', '0.001', '"1,00"'])('no money comes in of %s', async (amount) => {
  const body = `{ "accountNumber": "200001", "rail": "PIX", "amount": ${amount} }`;
  const { status, body: refused } = await call(gateway, 'POST /sandbox/cash-ins', { body });
  expect([status, pathsOf(refused)]).toEqual([400, ['amount']]);
});
