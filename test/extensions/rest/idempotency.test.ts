import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { goodInput, openAccount } from '../../support/customers.ts';
import { Gateway } from '../../support/gateway.ts';
import { send } from '../../support/keyed-mutations.ts';
import { accountInput } from '../../support/pix.ts';
import { call } from '../../support/rest.ts';

let gateway: Gateway;

/** Without workers, so that registrations stay under analysis. */
beforeAll(async () => {
  gateway = await Gateway.start({ environment: { ROLES: 'api' } });
});
afterAll(() => gateway.stop());

test('an account is opened once per key, which either API replays; without one each request opens another', async () => {
  const key = randomUUID();
  const opening = (headers: Readonly<Record<string, string>> = {}) =>
    call(gateway, 'POST /customers/10020030169/accounts', { body: { accountType: 'PAYMENT_ACCOUNT' }, headers });
  const made = await opening({ 'idempotency-key': key });
  expect([made.status, made.headers.get('idempotent-replayed')]).toEqual([201, null]);
  const again = await opening({ 'idempotency-key': `"${key}"` });
  expect([again.status, again.headers.get('idempotent-replayed'), again.body]).toEqual([201, 'true', made.body]);
  const input = { documentNumber: '10020030169', idempotencyKey: key };
  const overGraphql = await send(gateway, { name: 'openPaymentAccount', made: 'account' }, input);
  expect(overGraphql).toMatchObject({ replayed: true });
  const others = await Promise.all([opening(), opening()]);
  expect(new Set([made, ...others].map(({ body }) => body.number)).size).toBe(3);
  const malformed = await opening({ 'idempotency-key': 'nope' });
  expect([malformed.status, malformed.body.errors[0].propertyName]).toEqual([400, 'idempotency-key']);
});

describe('a key is ignored where the partner API has none:', () => {
  test.each(['nope', '0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55'])('%s for an addressing key', async (key) => {
    const { account } = await openAccount(gateway, '10020030169');
    const body = { addressingKey: { type: 'EVP' }, account: accountInput(account.number), idempotencyKey: key };
    const headers = { 'idempotency-key': key };
    expect((await call(gateway, 'POST /pix/entries', { body, headers })).status).toBe(201);
    const again = await call(gateway, 'POST /pix/entries', { body, headers });
    expect([again.status, again.body.errors[0].code]).toEqual([422, 'EVP_ENTRY_CANNOT_REGISTER_SHORT_INTERVAL']);
  });

  test('a customer', async () => {
    const { documentNumber, ...body } = await goodInput(gateway);
    const headers = { 'idempotency-key': 'nope' };
    const path = `PUT /customers/${documentNumber}`;
    expect((await call(gateway, path, { body, headers })).status).toBe(202);
    const again = await call(gateway, path, { body, headers });
    expect([again.status, again.body.errors[0].code]).toEqual([409, 'CUSTOMER_AWAIT_EVALUATION']);
  });
});
