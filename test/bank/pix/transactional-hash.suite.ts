import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { countEntries, forgetEntries, register, expectRegistered, transactionalHash } from '../../support/pix.ts';
import { sql } from '../../support/webhooks.ts';
import { gateway } from '../../support/sandbox-gateway.ts';

describe('transactional hashes', () => {
  const ANA = '10020030169';
  const BRUNO = '10020030320';
  const BAKERY = '99000001000101';
  const KEY = { type: 'EMAIL', value: 'ana@example.com' };
  const PHONE = { type: 'PHONE', value: '+5511987650001' };

  beforeEach(async () => {
    for (const number of ['100001', '200001', '200003', '300001']) await forgetEntries(gateway, number);
    await sql(gateway, 'delete from pix_entry where key_value = ?', [KEY.value]);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  describe('a transactional hash', () => {
    test('is used up by the key that it registers', async () => {
      const hash = await transactionalHash(gateway, ANA, KEY);
      await expectRegistered(gateway, { key: KEY, number: '200001', transactionalHash: hash });
      const again = await register(gateway, { key: KEY, number: '200001', transactionalHash: hash });
      expect(again).toMatchObject({ code: 'INVALID_TRANSACTIONAL_HASH', status: 422 });
      await forgetEntries(gateway, '200001');
      expect(await register(gateway, { key: KEY, number: '200001', transactionalHash: hash })).toMatchObject({
        code: 'INVALID_TRANSACTIONAL_HASH',
      });
    });

    test('is still valid after a refusal', async () => {
      const hash = await transactionalHash(gateway, BRUNO, KEY);
      await sql(gateway, `update payment_account set status = 'BLOCKED' where number = '200003'`);
      expect(await register(gateway, { key: KEY, number: '200003', transactionalHash: hash })).toMatchObject({
        code: 'INVALID_ACCOUNT_STATUS',
      });
      await sql(gateway, `update payment_account set status = 'ACTIVE' where number = '200003'`);
      await expectRegistered(gateway, { key: KEY, number: '200003', transactionalHash: hash });
    });

    test('is still valid after a refusal by a full account', async () => {
      const [document, number] = ['10020031050', '200005'];
      const hash = await transactionalHash(gateway, document, KEY);
      const input = { key: KEY, number, transactionalHash: hash };
      expect(await register(gateway, input)).toMatchObject({ limit: 5 });
      await sql(gateway, `delete from pix_entry where key_value = ?`, [document]);
      await expectRegistered(gateway, input);
    });

    test.each([
      ['of another holder', BRUNO, KEY],
      ['of another value', ANA, { type: 'EMAIL', value: 'bruno@example.com' }],
      ['of another type', ANA, PHONE],
    ])('%s proves nothing', async (_what, document, key) => {
      const hash = await transactionalHash(gateway, document, key);
      const result = await register(gateway, { key: KEY, number: '200001', transactionalHash: hash });
      expect(result).toMatchObject({ code: 'INVALID_TRANSACTIONAL_HASH' });
    });

    test('of another partner does not exist, nor is it used up by the attempt', async () => {
      const document = '10020031130';
      const hash = await transactionalHash(gateway, document, KEY, { client: 'beta-pay' });
      // The same person holds an account of both partners.
      await sql(gateway, `update holder set document_value = ? where document_value = ?`, [document, ANA]);
      const input = { key: KEY, transactionalHash: hash };
      expect(await register(gateway, { ...input, number: '200001' })).toMatchObject({
        code: 'INVALID_TRANSACTIONAL_HASH',
      });
      await expectRegistered(gateway, { ...input, number: '300001' }, { client: 'beta-pay' });
      await sql(gateway, `update holder set document_value = ? where document_value = ? and partner_id = 'ACME_PAY'`, [
        ANA,
        document,
      ]);
    });

    test.each([
      [299_999, 'RegisterPixEntrySuccess'],
      [300_000, 'InvalidTransactionalHashError'],
      [300_001, 'InvalidTransactionalHashError'],
    ])('leads after %i ms to %s', async (ms, typename) => {
      const start = Date.now();
      const clock = jest.spyOn(gateway.clock, 'now').mockReturnValue(new Date(start));
      const hash = await transactionalHash(gateway, ANA, KEY);
      clock.mockReturnValue(new Date(start + ms));
      const result = await register(gateway, { key: KEY, number: '200001', transactionalHash: hash });
      expect(result.__typename).toBe(typename);
    });

    test('is checked before the directory, so that only its owner learns that a key is taken', async () => {
      const key = { type: 'EMAIL', value: 'taken@example.com' };
      expect(await register(gateway, { key, number: '200001', transactionalHash: 'x' })).toMatchObject({
        code: 'INVALID_TRANSACTIONAL_HASH',
      });
    });

    test.each(['x', '.', '0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55.', 'a.b.c', '\0', '😀'.repeat(100)])(
      'is not %j',
      async (text) => {
        const result = await register(gateway, { key: KEY, number: '200001', transactionalHash: text });
        expect(result).toMatchObject({ code: 'INVALID_TRANSACTIONAL_HASH' });
      },
    );

    test.each([
      ['a', 20_000],
      ['é', 5_000],
    ])('is not a text that is too long for a header: %j, %i times', async (character, length) => {
      const input = { key: KEY, number: '200001', transactionalHash: character.repeat(length) };
      expect(await register(gateway, input)).toMatchObject({ code: 'INVALID_TRANSACTIONAL_HASH' });
    });

    test('with a changed secret is invalid', async () => {
      const hash = await transactionalHash(gateway, ANA, KEY);
      const forged = hash.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A'));
      expect(await register(gateway, { key: KEY, number: '200001', transactionalHash: forged })).toMatchObject({
        code: 'INVALID_TRANSACTIONAL_HASH',
      });
    });

    test('is stored only as a digest', async () => {
      const hash = await transactionalHash(gateway, BAKERY, PHONE);
      const [id, secret] = hash.split('.');
      const [row] = await sql<{ text: string }>(
        gateway,
        'select row_to_json(transactional_hash)::text as "text" from transactional_hash where id = ?',
        [id],
      );
      expect(row?.text).toContain(PHONE.value);
      expect(row?.text).not.toContain(secret);
      expect(await countEntries(gateway, '100001')).toBe(0);
    });
  });
});
