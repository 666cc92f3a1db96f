import { describe, expect, test } from '@jest/globals';
import { customer, decided, goodInput, openAccount } from '../../support/customers.ts';
import { expectRegistered } from '../../support/pix.ts';
import { createPocket, expectSuccess, pocketInput } from '../../support/pockets.ts';
import { call } from '../../support/rest.ts';
import { gateway } from '../../support/sandbox-gateway.ts';

async function newPocket(): Promise<string> {
  return (await expectSuccess(createPocket(gateway, pocketInput()))).pocket.number;
}

const statusOf = async (number: string) => {
  const { pocket } = await gateway.data({
    query: 'query ($number: String!) { pocket(number: $number) { status reason } }',
    variables: { number },
  });
  return pocket as { status: string; reason: string };
};

describe('PATCH /pockets/{pocketNumber}/closure', () => {
  test.each([
    ['with a reason in data', { data: { reason: 'COMMERCIAL_DISAGREEMENT' } }, 'COMMERCIAL_DISAGREEMENT'],
    ['with a reason', { reason: 'COMMERCIAL_DISAGREEMENT' }, 'COMMERCIAL_DISAGREEMENT'],
    ['with an empty object', {}, 'HOLDER_REQUEST'],
    ['without a body', undefined, 'HOLDER_REQUEST'],
  ])('%s closes the pocket, and again', async (_what, body, reason) => {
    const number = await newPocket();
    for (let time = 1; time <= 2; time += 1) {
      const answer = await call(gateway, `PATCH /pockets/${number}/closure`, body && { body });
      expect([answer.status, answer.text]).toEqual([204, '']);
    }
    expect(await statusOf(number)).toEqual({ status: 'CLOSED', reason });
    await call(gateway, `PATCH /pockets/${number}/closure`);
  });

  test('refuses what it does not know by its name', async () => {
    const { status, body } = await call(gateway, `PATCH /pockets/1/closure`, { body: { data: { reason: 'BORED' } } });
    expect([status, body.errors[0].code, body.errors[0].propertyName]).toEqual([
      400,
      'INVALID_PARAMETER',
      'data.reason',
    ]);
    const unknown = await call(gateway, `PATCH /pockets/1/closure`);
    expect([unknown.status, unknown.body.errors[0].code, unknown.body.errors[0].propertyName]).toEqual([
      404,
      'POCKET_NOT_FOUND',
      'pocketNumber',
    ]);
  });
});

describe('/pix/entries/{key}', () => {
  const EVP = { type: 'EVP' };

  test('GET shows a key as the partner API does, and DELETE deletes it once', async () => {
    const { addressingKey, createdAt } = await expectRegistered(gateway, { key: EVP, number: '200001' });
    const path = `/pix/entries/${String(addressingKey.value)}`;
    const headers = { 'x-svc-pix-user-id': '10020030169' };
    const shown = await call(gateway, `GET ${path}`, { headers });
    expect(shown.status).toBe(200);
    expect(Object.keys(shown.body)).toEqual([
      ...['endToEndId', 'addressingKey', 'holder', 'status', 'createdAt', 'ownedAt'],
    ]);
    expect(shown.body).toEqual({
      endToEndId: expect.stringMatching(/^E99990001\d{12}\w{11}$/),
      addressingKey,
      holder: { type: 'CUSTOMER', name: expect.any(String), document: { value: '10020030169', type: 'CPF' } },
      status: 'OWNED',
      createdAt,
      ownedAt: createdAt,
    });
    const deleted = await call(gateway, `DELETE ${path}`, { headers });
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    for (const method of ['GET', 'DELETE']) {
      const { status, body } = await call(gateway, `${method} ${path}`);
      expect([status, body.errors[0].code, body.errors[0].propertyName]).toEqual([404, 'PIX_ENTRY_NOT_FOUND', 'key']);
    }
  });

  test.each([
    ['123', 'INVALID_USER_ID'],
    ['10020030169', 'PERMISSION_NOT_GRANTED'],
  ])('DELETE for the user %s is refused', async (userId, code) => {
    const answer = await call(gateway, 'DELETE /pix/entries/10020030320', { headers: { 'x-svc-pix-user-id': userId } });
    expect([answer.status, answer.body.errors[0].code, answer.body.errors[0].propertyName]).toEqual([
      422,
      code,
      'x-svc-pix-user-id',
    ]);
  });
});

/** Registers a person who is approved, with an account; returns both numbers. */
async function newCustomer() {
  const { documentNumber } = await goodInput(gateway).then(async (input) => {
    await decided(gateway, input);
    return input;
  });
  return { documentNumber, number: (await openAccount(gateway, documentNumber)).account.number };
}

describe('the end of accounts and customers', () => {
  test('is a closure, and then a cancellation', async () => {
    const { documentNumber, number } = await newCustomer();
    const early = await call(gateway, `PATCH /customers/${documentNumber}/cancel`);
    expect([early.status, early.body.errors[0].code]).toEqual([422, 'CUSTOMER_HAS_OPEN_ACCOUNTS']);
    for (const [path, reason] of [
      [`/accounts/${number}/closure`, 'COMMERCIAL_DISAGREEMENT'],
      [`/customers/${documentNumber}/cancel`, 'DECEASED'],
    ])
      for (let time = 1; time <= 2; time += 1) {
        const answer = await call(gateway, `PATCH ${path}`, { body: { reason } });
        expect([answer.status, answer.text]).toEqual([202, '']);
      }
    expect(await customer(gateway, documentNumber)).toMatchObject({ status: 'CANCELED' });
  });

  test('a change has the body that programs in use send', async () => {
    const { documentNumber } = await newCustomer();
    const { address } = await customer(gateway, documentNumber);
    const { zipCode, ...place } = address;
    const data = {
      socialName: 'Mia',
      email: `${documentNumber}@example.com`,
      address: { ...place, zipcode: zipCode, city: 'Santos' },
      assertedIncome: { value: 10.5, currency: 'BRL' },
    };
    const answer = await call(gateway, `PATCH /customers/${documentNumber}`, { body: { data } });
    expect([answer.status, answer.text]).toEqual([202, '']);
    expect(await customer(gateway, documentNumber)).toMatchObject({
      ...{ socialName: 'Mia', email: data.email, assertedIncome: { value: '10.50' } },
      address: { city: 'Santos', zipCode },
    });
    const refused = await call(gateway, `PATCH /customers/${documentNumber}`, { body: { data: { email: 'x' } } });
    expect([refused.status, refused.body.errors[0].propertyName]).toEqual([400, 'data.email']);
  });
});
