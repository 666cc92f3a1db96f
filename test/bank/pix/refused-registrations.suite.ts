import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  accountInput,
  countEntries,
  forgetEntries,
  register,
  expectRegistered,
  transactionalHash,
  violationPaths,
} from '../../support/pix.ts';
import { sql } from '../../support/webhooks.ts';
import { gateway } from '../../support/sandbox-gateway.ts';

describe('refusing', () => {
  const ANA = '10020030169';
  const BRUNO = '10020030320';
  const BAKERY = '99000001000101';
  const EVP = { type: 'EVP' };
  const HALF = 'half an emoji \ud83c';
  const cpf = (value: string) => ({ type: 'CPF', value });
  const cnpj = (value: string) => ({ type: 'CNPJ', value });
  const email = (value: string) => ({ type: 'EMAIL', value });
  const phone = (value: string) => ({ type: 'PHONE', value });

  beforeEach(async () => {
    for (const number of ['100001', '200001', '200003', '300001']) await forgetEntries(gateway, number);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** Stops the gateway's clock at an instant. */
  function stopClockAt(instantMs: number): void {
    jest.spyOn(gateway.clock, 'now').mockReturnValue(new Date(instantMs));
  }

  async function setStatus(accountNumber: string, { account = 'ACTIVE', registration = 'APPROVED' }): Promise<void> {
    await sql(gateway, 'update payment_account set status = ? where number = ?', [account, accountNumber]);
    await sql(
      gateway,
      `update holder set registration_status = ? where id = (select holder_id from payment_account where number = ?)`,
      [registration, accountNumber],
    );
  }

  describe('a registration is refused', () => {
    test.each([['100.200.301-69'], ['10020030168'], ['9900000100010'], ['abc'], ['\0']])(
      'for the user id %j, before the account is looked up',
      async (userId) => {
        expect(await register(gateway, { key: EVP, number: '999999', userId })).toMatchObject({
          code: 'INVALID_USER_ID',
          message: 'Ensure that the x-svc-pix-user-id header is a valid CPF or CNPJ document.',
        });
      },
    );

    test.each([
      ['user id', { key: EVP, userId: HALF }, 'INVALID_USER_ID'],
      ['hash', { key: email('half@example.com'), transactionalHash: HALF }, 'INVALID_TRANSACTIONAL_HASH'],
    ])('for a %s with half an emoji, with an idempotency key, too', async (_what, input, code) => {
      const request = { ...input, number: '200001', idempotencyKey: randomUUID() };
      expect(await register(gateway, request)).toMatchObject({ code, status: 422 });
    });

    test.each(['ispb', 'code', 'name'])('for a bank whose %s has half an emoji or a NUL', async (field) => {
      for (const text of [HALF, '\0']) {
        const bank = { ispb: '99990001', code: '990', name: 'Banco Exemplo S.A.', [field]: text };
        const account = accountInput('200001', { bank });
        const request = { key: EVP, number: '', account, idempotencyKey: randomUUID() };
        expect(violationPaths(await register(gateway, request))).toEqual([`account.bank.${field}`]);
      }
    });

    test.each([
      ['an unknown number', accountInput('999999')],
      ['another branch', accountInput('200001', { branch: '0002' })],
      ['another type', accountInput('200001', { type: 'CHECKING' })],
      ["another partner's account", accountInput('300001')],
      ['an unknown number with another bank', accountInput('999999', { bank: { ispb: '1', code: '1', name: 'x' } })],
    ])('for %s', async (_what, account) => {
      for (const key of [EVP, cpf(ANA)])
        expect(await register(gateway, { key, number: '', account, userId: BRUNO })).toMatchObject({
          code: 'TARGET_ACCOUNT_DOES_NOT_EXIST',
          status: 422,
        });
    });

    test.each([
      ['200001', BRUNO, cpf(ANA), 'PERMISSION_NOT_GRANTED'],
      ['100002', ANA, EVP, 'PERMISSION_NOT_GRANTED'],
      ['200004', ANA, cnpj(BAKERY), 'PERMISSION_NOT_GRANTED'],
      ['100002', undefined, cpf(ANA), 'INVALID_ACCOUNT_STATUS'],
      ['200004', undefined, cnpj(BAKERY), 'INVALID_ACCOUNT_HOLDER_STATUS'],
      ['100001', undefined, cpf(ANA), 'ADDRESSING_KEY_TYPE_IS_INVALID_FOR_ACCOUNT_HOLDER_TYPE'],
      ['200001', undefined, cnpj(BAKERY), 'ADDRESSING_KEY_TYPE_IS_INVALID_FOR_ACCOUNT_HOLDER_TYPE'],
      ['200001', undefined, cpf('10020030240'), 'ADDRESSING_KEY_VALUE_AND_ACCOUNT_HOLDER_DOCUMENT_ARE_DIFFERENT'],
      ['200003', undefined, cpf(ANA), 'ADDRESSING_KEY_VALUE_AND_ACCOUNT_HOLDER_DOCUMENT_ARE_DIFFERENT'],
      ['100001', undefined, cnpj('99000001000284'), 'ADDRESSING_KEY_VALUE_AND_ACCOUNT_HOLDER_DOCUMENT_ARE_DIFFERENT'],
    ])('for account %s, user %j and key %j: %s', async (number, userId, key, code) => {
      expect(await register(gateway, { key, number, userId })).toMatchObject({ code, status: 422 });
    });

    test('for the account before its holder, and for the holder before the key', async () => {
      await setStatus('200001', { account: 'BLOCKED', registration: 'REPROVED' });
      const request = () => register(gateway, { key: cnpj(BAKERY), number: '200001' });
      expect(await request()).toMatchObject({ code: 'INVALID_ACCOUNT_STATUS', accountStatus: expect.any(String) });
      await setStatus('200001', { registration: 'REPROVED' });
      expect(await request()).toMatchObject({
        code: 'INVALID_ACCOUNT_HOLDER_STATUS',
        holderStatus: expect.any(String),
      });
      await setStatus('200001', {});
      expect(await request()).toMatchObject({ code: 'ADDRESSING_KEY_TYPE_IS_INVALID_FOR_ACCOUNT_HOLDER_TYPE' });
    });

    test.each(['+551133334444', '+551187650077', '+55011987650077'])(
      'for the Brazilian phone %s, before its hash',
      async (value) => {
        const input = { key: phone(value), number: '200001', transactionalHash: 'wrong' };
        expect(await register(gateway, input)).toMatchObject({ code: 'INVALID_PHONE_NUMBER_TO_ADDRESSING_KEY' });
      },
    );
  });

  describe('a key that is taken', () => {
    test('by the same account suggests changing the account', async () => {
      await expectRegistered(gateway, { key: cpf(ANA), number: '200001' });
      expect(await register(gateway, { key: cpf(ANA), number: '200001' })).toMatchObject({
        code: 'ENTRY_ALREADY_EXISTS_TO_SAME_ACCOUNT',
        suggestedAction: 'CHANGE_ACCOUNT',
      });
    });

    test.each([
      ['200003', cpf(BRUNO)],
      ['100003', cnpj(BAKERY)],
    ])("by another account of account %s's holder suggests portability: %j", async (number, key) => {
      if (key.type === 'CNPJ') await expectRegistered(gateway, { key, number: '100001' });
      expect(await register(gateway, { key, number })).toMatchObject({
        code: 'ENTRY_ALREADY_EXISTS_TO_SAME_HOLDER_AND_ANOTHER_ACCOUNT',
        suggestedAction: 'REQUEST_PORTABILITY',
      });
    });

    test.each([
      [BRUNO, '200003', email('Mine.Elsewhere@example.com'), 'SAME_OWNER_INTO_ANOTHER_PLAYER', 'REQUEST_PORTABILITY'],
      [ANA, '200001', email('mine.elsewhere@example.com'), 'ANOTHER_HOLDER', null],
      [ANA, '200001', email('TAKEN@example.com'), 'ANOTHER_HOLDER', null],
      [ANA, '200001', phone('+5511987650077'), 'ANOTHER_HOLDER', 'REQUEST_CLAIM'],
    ])('by another party is reported to %s on %s: %j', async (document, number, key, to, suggestedAction) => {
      const hash = await transactionalHash(gateway, document, key);
      const input = { key, number, transactionalHash: hash };
      const refusal = { code: `ENTRY_ALREADY_EXISTS_TO_${to}`, suggestedAction };
      expect(await register(gateway, input)).toMatchObject(refusal);
      // The refusal has not used up the hash.
      expect(await register(gateway, input)).toMatchObject(refusal);
    });

    test('is reported before the quota, even on a full account', async () => {
      expect(await register(gateway, { key: cpf('10020031050'), number: '200005' })).toMatchObject({
        code: 'ENTRY_ALREADY_EXISTS_TO_SAME_ACCOUNT',
      });
    });

    test('at another institution is not an entry of a partner', async () => {
      expect(await gateway.data({ query: '{ pixEntry(key: "taken@example.com") { id } }' })).toEqual({
        pixEntry: null,
      });
    });
  });

  describe('the quota', () => {
    test('of a person is 5 keys, reported before the interval of EVP keys', async () => {
      expect(await register(gateway, { key: EVP, number: '200005' })).toMatchObject({
        code: 'MAXIMUM_ENTRIES_COUNT_REGISTERED_FOR_ACCOUNT',
        message: 'Account has reached the maximum entries count registered.',
        limit: 5,
        used: 5,
      });
      await expectRegistered(gateway, { key: EVP, number: '200002' });
      expect(await register(gateway, { key: EVP, number: '200002' })).toMatchObject({ limit: 5, used: 5 });
    });

    test('of a company is 20 keys, of all types together', async () => {
      await expectRegistered(gateway, { key: cnpj(BAKERY), number: '100003' });
      expect(await register(gateway, { key: EVP, number: '100003' })).toMatchObject({ limit: 20, used: 20 });
      expect(await countEntries(gateway, '100003')).toBe(20);
      await sql(gateway, `delete from pix_entry where key_value = ?`, [BAKERY]);
    });
  });

  describe('a second EVP key', () => {
    test.each([
      [0, 60],
      [0.001, 60],
      [0.5, 60],
      [1, 59],
      [59.001, 1],
      [59.999, 1],
    ])('waits, %s s after the first, for %i s', async (seconds, retryAfterSeconds) => {
      const start = Date.now();
      stopClockAt(start);
      await expectRegistered(gateway, { key: EVP, number: '200001' });
      stopClockAt(start + seconds * 1_000);
      expect(await register(gateway, { key: EVP, number: '200001' })).toMatchObject({
        code: 'EVP_ENTRY_CANNOT_REGISTER_SHORT_INTERVAL',
        waiting: 'WAIT',
        retryAfterSeconds,
      });
      await expectRegistered(gateway, { key: cpf(ANA), number: '200001' });
      stopClockAt(start + 60_000);
      await expectRegistered(gateway, { key: EVP, number: '200001' });
    });

    test('does not wait if the clock was set back since the first', async () => {
      const start = Date.now();
      stopClockAt(start + 600_000);
      await expectRegistered(gateway, { key: EVP, number: '200001' });
      stopClockAt(start);
      await expectRegistered(gateway, { key: EVP, number: '200001' });
    });
  });
});
