import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { SecretBox } from '../../../src/platform/secrets/secret-box.ts';
import { Gateway } from '../../support/gateway.ts';
import {
  countEntries,
  createTotp,
  forgetEntries,
  register,
  transactionalHash,
  validateTotp,
  wrongCode,
} from '../../support/pix.ts';
import { sql } from '../../support/webhooks.ts';

const ANA = '10020030169';
const BRUNO = '10020030320';
const KEY = { type: 'EMAIL', value: 'race@example.com' };

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start({ environment: { ROLES: 'api' } });
});
beforeEach(async () => {
  for (const number of ['200001', '200003']) await forgetEntries(gateway, number);
});
afterAll(() => gateway.stop());

interface Outcome {
  readonly __typename: string;
  readonly code?: string;
}

/** Counts outcomes by name. */
function tally(outcomes: readonly Outcome[]): Record<string, number> {
  const names = outcomes.map(({ __typename, code }) => code ?? __typename);
  return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
}

const SUCCESS = 'RegisterPixEntrySuccess';

describe('at the same time', () => {
  test('20 EVP registrations for one account make one key', async () => {
    const registrations = Array.from({ length: 20 }, () =>
      register(gateway, { key: { type: 'EVP' }, number: '200001' }),
    );
    expect(tally(await Promise.all(registrations))).toEqual({
      [SUCCESS]: 1,
      EVP_ENTRY_CANNOT_REGISTER_SHORT_INTERVAL: 19,
    });
    expect(await countEntries(gateway, '200001')).toBe(1);
  });

  test('one key for two accounts of one holder is registered once, and the loser learns whose it is', async () => {
    for (let round = 0; round < 5; round += 1) {
      await sql(gateway, 'delete from pix_entry where key_value = ?', [BRUNO]);
      const key = { type: 'CPF', value: BRUNO };
      const outcomes = await Promise.all(['200002', '200003'].map((number) => register(gateway, { key, number })));
      expect(tally(outcomes)).toEqual({ [SUCCESS]: 1, ENTRY_ALREADY_EXISTS_TO_SAME_HOLDER_AND_ANOTHER_ACCOUNT: 1 });
    }
  });

  test('one key for accounts of two holders is registered once, and the loser keeps its hash', async () => {
    const loser = { code: 'ENTRY_ALREADY_EXISTS_TO_ANOTHER_HOLDER', suggestedAction: null };
    for (let round = 0; round < 5; round += 1) {
      for (const number of ['200001', '200003']) await forgetEntries(gateway, number);
      const inputs = await Promise.all(
        [[ANA, '200001'] as const, [BRUNO, '200003'] as const].map(async ([document, number]) => ({
          key: KEY,
          number,
          transactionalHash: await transactionalHash(gateway, document, KEY),
        })),
      );
      const outcomes: Outcome[] = await Promise.all(inputs.map((input) => register(gateway, input)));
      expect(tally(outcomes)).toEqual({ [SUCCESS]: 1, ENTRY_ALREADY_EXISTS_TO_ANOTHER_HOLDER: 1 });
      const lost = inputs.filter((_, nth) => outcomes[nth]?.__typename !== SUCCESS);
      for (const input of lost) expect(await register(gateway, input)).toMatchObject(loser);
    }
  });

  test('six keys for one free place make one', async () => {
    await sql(
      gateway,
      `insert into pix_entry (id, key_type, key_value, ispb, owner_document, partner_id, account_id, created_at)
       select gen_random_uuid(), 'EVP', gen_random_uuid(), bank_ispb, ?, partner_id, payment_account.id, now()
       from payment_account cross join generate_series(1, 4) where number = '200001'`,
      [ANA],
    );
    const keys = Array.from({ length: 6 }, (_, nth) => ({ type: 'EMAIL', value: `place.${nth}@example.com` }));
    const hashes = await Promise.all(keys.map((key) => transactionalHash(gateway, ANA, key)));
    const registrations = keys.map((key, nth) =>
      register(gateway, { key, number: '200001', transactionalHash: hashes[nth] }),
    );
    expect(tally(await Promise.all(registrations))).toEqual({
      [SUCCESS]: 1,
      MAXIMUM_ENTRIES_COUNT_REGISTERED_FOR_ACCOUNT: 5,
    });
    expect(await countEntries(gateway, '200001')).toBe(5);
  });

  test('two registrations with one hash, on two accounts of its holder, make one key', async () => {
    for (let round = 0; round < 5; round += 1) {
      await sql(gateway, 'delete from pix_entry where key_value = ?', [KEY.value]);
      const hash = await transactionalHash(gateway, BRUNO, KEY);
      const outcomes = await Promise.all(
        ['200002', '200003', '200003'].map((number) =>
          register(gateway, { key: KEY, number, transactionalHash: hash }),
        ),
      );
      expect(tally(outcomes)).toEqual({ [SUCCESS]: 1, INVALID_TRANSACTIONAL_HASH: 2 });
    }
  });

  test('50 wrong codes and then the right one are refused: at most five are checked', async () => {
    const { hash, sandboxCode } = await createTotp(gateway, ANA, KEY);
    const compare = jest.spyOn(SecretBox.prototype, 'open');
    const tries = Array.from({ length: 50 }, () => validateTotp(gateway, hash, wrongCode(sandboxCode)));
    expect(tally(await Promise.all(tries))).toEqual({ INVALID_TOTP_CODE: 50 });
    expect(compare).toHaveBeenCalledTimes(5);
    compare.mockRestore();
    expect(await validateTotp(gateway, hash, sandboxCode)).toMatchObject({ code: 'INVALID_TOTP_CODE' });
  });

  test('the right code returns one hash, even if it is sent several times', async () => {
    const { hash, sandboxCode } = await createTotp(gateway, ANA, KEY);
    const tries = Array.from({ length: 10 }, () => validateTotp(gateway, hash, sandboxCode));
    expect(tally(await Promise.all(tries))).toEqual({ ValidateTotpSuccess: 1, INVALID_TOTP_CODE: 9 });
  });
});
