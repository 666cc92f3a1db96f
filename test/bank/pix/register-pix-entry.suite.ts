import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  accountInput,
  forgetEntries,
  register,
  expectRegistered,
  transactionalHash,
  violationPaths,
} from '../../support/pix.ts';
import { sql } from '../../support/webhooks.ts';
import { gateway } from '../../support/sandbox-gateway.ts';

describe('registering', () => {
  const ANA = '10020030169';
  const BAKERY = '99000001000101';
  const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  const EVP = { type: 'EVP' };
  const cpf = (value: string) => ({ type: 'CPF', value });
  const cnpj = (value: string) => ({ type: 'CNPJ', value });
  const email = (value: string) => ({ type: 'EMAIL', value });
  const phone = (value: string) => ({ type: 'PHONE', value });

  beforeEach(async () => {
    for (const number of ['100001', '200001', '200003', '300001']) await forgetEntries(gateway, number);
  });

  describe('a key is registered', () => {
    test('of type CPF, and found by its value, by its account and as a node', async () => {
      const entry = await expectRegistered(gateway, { key: cpf(ANA), number: '200001', userId: ANA });
      expect(entry).toMatchObject({
        addressingKey: { type: 'CPF', value: ANA },
        account: { number: '200001', branch: '0001', holder: { document: { value: ANA } } },
      });
      const shown = { id: entry.id, createdAt: entry.createdAt, addressingKey: entry.addressingKey };
      const fields = 'id createdAt addressingKey { type value }';
      const found = await gateway.data({
        query: `query ($key: String!, $id: ID!) {
        pixEntry(key: $key) { ${fields} account { number } }
        node(id: $id) { ... on PixEntry { ${fields} } }
        paymentAccount(number: "200001") { pixEntries { ${fields} } }
      }`,
        variables: { key: ANA, id: entry.id },
      });
      expect(found).toEqual({
        pixEntry: { ...shown, account: { number: '200001' } },
        node: shown,
        paymentAccount: { pixEntries: [shown] },
      });
    });

    test('of type CNPJ, for one of two accounts of a company', async () => {
      const entry = await expectRegistered(gateway, { key: cnpj(BAKERY), number: '100001', userId: BAKERY });
      expect(entry.addressingKey).toEqual({ type: 'CNPJ', value: BAKERY });
    });

    test.each([undefined, null, ''])('of type EVP with %j as its value, a new UUID in lower case', async (value) => {
      const entry = await expectRegistered(gateway, { key: { type: 'EVP', value }, number: '200001' });
      expect(entry.addressingKey.value).toMatch(UUID_V4);
    });

    test('of type EMAIL, in lower case, with a hash for that address in any case', async () => {
      const hash = await transactionalHash(gateway, ANA, email('ANA@example.com'));
      const input = { key: email('Ana@Example.com'), number: '200001', transactionalHash: hash };
      expect((await expectRegistered(gateway, input)).addressingKey.value).toBe('ana@example.com');
      const { pixEntry } = await gateway.data({ query: '{ pixEntry(key: "ANA@EXAMPLE.COM") { account { number } } }' });
      expect(pixEntry).toEqual({ account: { number: '200001' } });
    });

    test.each(['+5511987650001', '+12025550123', '+351212345678'])('of type PHONE: %s', async (value) => {
      const hash = await transactionalHash(gateway, ANA, phone(value));
      const input = { key: phone(value), number: '200001', transactionalHash: hash };
      expect((await expectRegistered(gateway, input)).addressingKey).toEqual(phone(value));
    });

    test.each([cpf(ANA), EVP])('with a hash that is ignored: $type', async (key) => {
      await expectRegistered(gateway, { key, number: '200001', transactionalHash: 'none at all' });
    });

    test.each([undefined, null, '', ANA])('with %j as the user id', async (userId) => {
      await expectRegistered(gateway, { key: EVP, number: '200001', userId });
    });

    test('with the bank of its account, or none', async () => {
      const bank = { ispb: '99990001', code: '990', name: 'Banco Exemplo S.A.' };
      await expectRegistered(gateway, { key: EVP, number: '200001', account: accountInput('200001', { bank }) });
      await expectRegistered(gateway, {
        key: cpf(ANA),
        number: '200001',
        account: accountInput('200001', { bank: null }),
      });
    });

    test('and raises no event', async () => {
      const events = '{ webhookEvents { totalCount } }';
      const before = await gateway.data({ query: events });
      await expectRegistered(gateway, { key: EVP, number: '200001' });
      expect(await sql(gateway, 'select id from outbox')).toEqual([]);
      expect(await gateway.data({ query: events })).toEqual(before);
    });
  });

  describe('an input is invalid', () => {
    test.each([
      [
        'an EVP with a value',
        { key: { type: 'EVP', value: '0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55' } },
        ['addressingKey.value'],
      ],
      ['an EVP with a blank', { key: { type: 'EVP', value: ' ' } }, ['addressingKey.value']],
      ['a CPF without a value', { key: { type: 'CPF' } }, ['addressingKey.value']],
      ['a CNPJ with an empty value', { key: cnpj('') }, ['addressingKey.value']],
      ['a CPF with a mask', { key: cpf('100.200.301-69') }, ['addressingKey.value']],
      [
        'a phone without a value',
        { key: { type: 'PHONE', value: null }, transactionalHash: 'x' },
        ['addressingKey.value'],
      ],
      ['a phone with +0', { key: phone('+0511987650077'), transactionalHash: 'x' }, ['addressingKey.value']],
      ['an e-mail without a hash', { key: email('ana@example.com') }, ['transactionalHash']],
      ['a phone with an empty hash', { key: phone('+5511987650001'), transactionalHash: '' }, ['transactionalHash']],
      ['no branch', { account: accountInput('200001', { branch: '' }) }, ['account.branch']],
      ['no number', { account: accountInput(' ') }, ['account.number']],
      ['a NUL in the number', { account: accountInput('2000\0') }, ['account.number']],
      [
        'several invalid fields',
        { key: email('nobody'), account: accountInput('', { branch: '' }), userId: 'x' },
        ['account.branch', 'account.number', 'addressingKey.value', 'transactionalHash'],
      ],
    ])('with %s', async (_what, changes, paths) => {
      const result = await register(gateway, { key: EVP, number: '200001', ...changes });
      expect(result).toMatchObject({ __typename: 'InvalidInputError', code: 'INVALID_PARAMETER', status: 400 });
      expect(violationPaths(result)).toEqual(paths);
    });

    test.each([
      [{ ispb: '99990002', code: '991', name: 'Outro Banco S.A.' }, ['code', 'ispb', 'name']],
      [{ ispb: '99990001', code: '990', name: 'banco exemplo s.a.' }, ['name']],
      [{ ispb: '99990001', code: '', name: 'Banco Exemplo S.A.' }, ['code']],
    ])('with another bank: %j', async (bank, fields) => {
      const account = accountInput('100002', { bank });
      const result = await register(gateway, { key: cpf(ANA), number: '', account, userId: ANA });
      expect(result.code).toBe('INVALID_PARAMETER');
      expect(violationPaths(result)).toEqual(fields.map((field) => `account.bank.${field}`));
    });

    test('for GraphQL itself, with an unknown type of key', async () => {
      const answer = await gateway.ask({
        query: 'mutation ($input: RegisterPixEntryInput!) { registerPixEntry(input: $input) { __typename } }',
        variables: { input: { addressingKey: { type: 'IBAN', value: 'x' }, account: accountInput('200001') } },
      });
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    });
  });
});
