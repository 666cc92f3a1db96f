import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { goodInput, openAccount } from '../../support/customers.ts';
import { Gateway } from '../../support/gateway.ts';
import { keyed, send } from '../../support/keyed-mutations.ts';
import { accountInput } from '../../support/pix.ts';
import { call } from '../../support/rest.ts';

let gateway: Gateway;

/** Without workers, so that registrations stay under analysis. */
beforeAll(async () => {
  gateway = await Gateway.start({ environment: { ROLES: 'api' } });
});
afterAll(() => gateway.stop());

describe('the header of a key is optional, and either API replays a key:', () => {
  test('an addressing key', async () => {
    const { account } = await openAccount(gateway, '10020030169');
    const body = { addressingKey: { type: 'EVP' }, account: accountInput(account.number) };
    const key = randomUUID();
    const made = await call(gateway, 'POST /pix/entries', { body, headers: { 'idempotency-key': key } });
    expect([made.status, made.headers.get('idempotent-replayed')]).toEqual([201, null]);
    const again = await call(gateway, 'POST /pix/entries', { body, headers: { 'idempotency-key': key } });
    expect([again.status, again.headers.get('idempotent-replayed'), again.body]).toEqual([201, 'true', made.body]);
    const quoted = await call(gateway, 'POST /pix/entries', { body, headers: { 'idempotency-key': `"${key}"` } });
    expect([quoted.status, quoted.headers.get('idempotent-replayed'), quoted.body]).toEqual([201, 'true', made.body]);
    const overGraphql = await send(
      gateway,
      { name: 'registerPixEntry', made: 'entry' },
      { ...body, idempotencyKey: key },
    );
    expect(overGraphql).toMatchObject({ replayed: true });
    const without = await call(gateway, 'POST /pix/entries', { body });
    expect([without.status, without.body.errors[0].code]).toEqual([422, 'EVP_ENTRY_CANNOT_REGISTER_SHORT_INTERVAL']);
  });

  test('a customer', async () => {
    const input = keyed(await goodInput(gateway));
    await send(gateway, { name: 'registerCustomer', made: 'registration' }, input);
    const { documentNumber, idempotencyKey, ...body } = input;
    const headers = { 'idempotency-key': idempotencyKey };
    const path = `PUT /customers/${documentNumber}`;
    const again = await call(gateway, path, { body, headers });
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([202, 'true']);
    const other = await call(gateway, path, { body: { ...body, motherName: 'Outra Pessoa' }, headers });
    expect([other.status, other.body.errors[0].code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    const malformed = await call(gateway, path, { body, headers: { 'idempotency-key': 'nope' } });
    expect([malformed.status, malformed.body.errors[0].propertyName]).toEqual([400, 'idempotency-key']);
  });
});
