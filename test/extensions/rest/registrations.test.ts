import { describe, expect, test } from '@jest/globals';
import { gateway } from '../../support/shared-gateway.ts';
import { decided, goodInput, newCpf, registrationInput } from '../../support/customers.ts';
import { call, pathsOf } from '../../support/rest.ts';

const LARGEST = '99999999999999.99';

/** Returns a body with the income exactly as written in JSON. */
function bodyOf(input: object, income: string): string {
  return JSON.stringify({ ...input, assertedIncome: { value: 'INCOME' } }).replace('"INCOME"', income);
}

describe('PUT /customers/{documentNumber}', () => {
  test.each([LARGEST, `"${LARGEST}"`])('keeps the cents of %s', async (income) => {
    const { documentNumber, ...input } = await goodInput(gateway);
    const path = `/customers/${documentNumber}`;
    const { status, headers, text } = await call(gateway, `PUT ${path}`, { body: bodyOf(input, income) });
    expect([status, text, headers.get('location')]).toEqual([202, '', gateway.app.url + path]);
    const again = await call(gateway, `PUT ${path}`, { body: bodyOf(input, income) });
    expect([again.status, again.body.errors[0]]).toEqual([
      409,
      {
        code: 'CUSTOMER_AWAIT_EVALUATION',
        propertyName: 'documentNumber',
        messages: ['Customer await evaluation.'],
        details: { openRegistration: expect.objectContaining({ documentNumber, status: 'PENDING_APPROVAL' }) },
      },
    ]);
    const read = await call(gateway, `GET ${path}`);
    expect(read.text).toContain(`"assertedIncome":{"value":${LARGEST},"currency":"BRL"}`);
    expect(read.body).toMatchObject({ pep: { level: 'NONE' }, document: { value: documentNumber } });
  });

  test('accepts zipcode for zipCode, unless both differ', async () => {
    const address = registrationInput()['address'] as { zipCode: string };
    const { documentNumber, ...input } = await goodInput(gateway);
    const { zipCode, ...others } = address;
    const put = (changes: object) =>
      call(gateway, `PUT /customers/${documentNumber}`, { body: { ...input, address: { ...others, ...changes } } });
    const differing = await put({ zipCode, zipcode: '01310-200' });
    expect([differing.status, pathsOf(differing.body)]).toEqual([400, ['address.zipCode']]);
    expect(pathsOf((await put({})).body)).toEqual(['address.zipCode']);
    expect((await put({ zipcode: zipCode })).status).toBe(202);
  });

  test.each(['zipcode', 'zipCode'])('ignores a %s that is null beside the other', async (empty) => {
    const address = registrationInput()['address'] as { zipCode: string };
    const { documentNumber, ...input } = await goodInput(gateway);
    const both = { ...address, zipcode: address.zipCode, [empty]: null };
    const body = { ...input, address: both };
    expect((await call(gateway, `PUT /customers/${documentNumber}`, { body })).status).toBe(202);
  });

  test('accepts empty texts for what is optional', async () => {
    const { documentNumber, ...input } = await goodInput(gateway);
    const address = { ...(registrationInput()['address'] as object), complement: '' };
    const body = { ...input, address, socialName: '', declaredIncome: '' };
    expect((await call(gateway, `PUT /customers/${documentNumber}`, { body })).status).toBe(202);
  });

  test('is decided as over GraphQL', async () => {
    const input = await goodInput(gateway);
    await decided(gateway, input);
    const { body } = await call(gateway, `GET /customers/${input.documentNumber}`);
    expect(body.status).toBe('APPROVED');
  });

  test.each(['1e14', '"1e3"', '5400.555', '-1', '"x"', 'true'])('refuses an income of %s', async (income) => {
    const { documentNumber, ...input } = registrationInput();
    const { status, body } = await call(gateway, `PUT /customers/${documentNumber}`, { body: bodyOf(input, income) });
    expect([status, pathsOf(body)]).toEqual([400, ['assertedIncome.value']]);
  });

  test('names what the use case refuses in the path', async () => {
    const { documentNumber: _own, ...input } = registrationInput();
    const { body } = await call(gateway, 'PUT /customers/123', { body: input });
    expect(pathsOf(body)).toEqual(['documentNumber']);
  });
});

describe('POST /pix/entries', () => {
  const account = { branch: '0001', number: '200001', type: 'PAYMENT' };

  test('answers with key, account and status', async () => {
    const { status, body } = await call(gateway, 'POST /pix/entries', {
      body: { addressingKey: { type: 'EVP' }, account },
    });
    expect(status).toBe(201);
    expect(Object.keys(body)).toEqual(['addressingKey', 'account', 'status', 'createdAt', 'ownedAt']);
    expect(Object.keys(body.account)).toEqual(['branch', 'number', 'type', 'holder', 'bank']);
    expect(body).toMatchObject({ addressingKey: { type: 'EVP' }, account, status: 'OWNED' });
    const again = await call(gateway, 'POST /pix/entries', { body: { addressingKey: { type: 'EVP' }, account } });
    expect([again.status, again.body.errors[0].code]).toEqual([422, 'EVP_ENTRY_CANNOT_REGISTER_SHORT_INTERVAL']);
    expect(again.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  test.each(['EMAIL', 'PHONE'])('needs a hash for %s, as a header', async (type) => {
    const body = { addressingKey: { type, value: 'ana@example.com' }, account };
    const answer = await call(gateway, 'POST /pix/entries', { body });
    expect(answer.body.errors).toEqual([
      {
        code: 'INVALID_PARAMETER',
        details: { code: 'REQUIRED' },
        propertyName: 'x-svc-transactional-hash',
        messages: ['x-svc-transactional-hash is required.'],
      },
    ]);
  });

  test('refuses a key of another person, and an invalid user id', async () => {
    const body = { addressingKey: { type: 'CPF', value: newCpf() }, account };
    const other = await call(gateway, 'POST /pix/entries', { body });
    expect(other.body.errors[0].code).toBe('ADDRESSING_KEY_VALUE_AND_ACCOUNT_HOLDER_DOCUMENT_ARE_DIFFERENT');
    const user = await call(gateway, 'POST /pix/entries', { body, headers: { 'x-svc-pix-user-id': '1' } });
    expect([user.status, user.body.errors[0].code]).toEqual([422, 'INVALID_USER_ID']);
  });
});
