import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { codeOf } from '../../../src/bank/totp/totp-code.value.ts';
import { Database } from '../../../src/platform/database/database.ts';
import { Gateway } from '../../support/gateway.ts';
import { createTotp, validateTotp, violationPaths, wrongCode } from '../../support/pix.ts';
import { sql } from '../../support/webhooks.ts';
import { forget } from '../../support/retention.ts';

const ANA = '10020030169';
const KEY = { type: 'EMAIL', value: 'ana@example.com' };

let gateway: Gateway;
let secret: Uint8Array | undefined;

beforeAll(async () => {
  const { systemRandom } = await import('../../../src/platform/system.ts');
  const bytes = (length: number) =>
    length === 20 ? (secret ?? systemRandom.bytes(length)) : systemRandom.bytes(length);
  gateway = await Gateway.start({ environment: { ROLES: 'api' }, random: { bytes } });
});
afterEach(() => {
  jest.restoreAllMocks();
  secret = undefined;
});
afterAll(() => gateway.stop());

/** Returns a secret whose code begins with a zero. */
function secretOfLeadingZero(): Uint8Array {
  for (let nth = 0; ; nth += 1) {
    const candidate = new Uint8Array(20).fill(nth % 256);
    candidate[0] = nth >> 8;
    if (codeOf(candidate).startsWith('0')) return candidate;
  }
}

describe('createTotp', () => {
  test('returns a challenge valid for five minutes, and in sandbox mode its six-digit code', async () => {
    const now = Date.now();
    jest.spyOn(gateway.clock, 'now').mockReturnValue(new Date(now));
    const created = await createTotp(gateway, ANA, KEY);
    expect(created).toEqual({
      __typename: 'CreateTotpSuccess',
      hash: expect.any(String),
      sandboxCode: expect.stringMatching(/^\d{6}$/),
      expiresAt: new Date(now + 300_000).toISOString(),
    });
  });

  test.each([
    ['a person', ANA, 'acme-pay'],
    ['a company', '99000001000101', 'acme-pay'],
    ['a holder whose account is closed', '99000002000148', 'acme-pay'],
    ['a holder of another partner, for that partner', '10020031130', 'beta-pay'],
  ])('accepts %s', async (_what, document, client) => {
    expect(await createTotp(gateway, document, KEY, { client })).toMatchObject({ __typename: 'CreateTotpSuccess' });
  });

  test.each([
    ['a valid document without an account', '10020030240', KEY, ['documentNumber']],
    ['a holder of another partner', '10020031130', KEY, ['documentNumber']],
    ['a mask', '100.200.301-69', KEY, ['documentNumber']],
    ['a CPF', ANA, { type: 'CPF', value: ANA }, ['addressingKey.type']],
    ['an EVP', ANA, { type: 'EVP' }, ['addressingKey.type']],
    ['no value', ANA, { type: 'EMAIL' }, ['addressingKey.value']],
    ['a bad phone', ANA, { type: 'PHONE', value: '+0511987650001' }, ['addressingKey.value']],
    ['several invalid fields', '1', { type: 'PHONE', value: '' }, ['addressingKey.value', 'documentNumber']],
  ])('refuses %s', async (_what, document, key, paths) => {
    const result = await createTotp(gateway, document, key);
    expect(result).toMatchObject({ __typename: 'InvalidInputError' });
    expect(violationPaths(result)).toEqual(paths);
  });

  test('stores neither hash nor code nor secret in plain text', async () => {
    secret = secretOfLeadingZero();
    const { hash, sandboxCode } = await createTotp(gateway, ANA, KEY);
    const [id, token] = hash.split('.');
    const [row] = await sql<{ text: string }>(
      gateway,
      `select row_to_json(totp_challenge)::text as "text" from totp_challenge where id = ?`,
      [id],
    );
    expect(row?.text).toContain(KEY.value);
    const readable = Buffer.from(secret);
    for (const plain of [token, sandboxCode, readable.toString('base64url'), readable.toString('hex')])
      expect(row?.text).not.toContain(plain);
  });
});

describe('validateTotp', () => {
  test('returns a hash valid for five minutes for the right code, once', async () => {
    const now = Date.now();
    jest.spyOn(gateway.clock, 'now').mockReturnValue(new Date(now));
    const { hash, sandboxCode } = await createTotp(gateway, ANA, KEY);
    const validated = await validateTotp(gateway, hash, sandboxCode);
    expect(validated).toEqual({
      __typename: 'ValidateTotpSuccess',
      transactionalHash: expect.any(String),
      expiresAt: new Date(now + 300_000).toISOString(),
    });
    expect(validated.transactionalHash).not.toBe(hash);
    expect(await validateTotp(gateway, hash, sandboxCode)).toMatchObject({ code: 'INVALID_TOTP_CODE' });
  });

  test('treats codes as text: a leading zero counts', async () => {
    secret = secretOfLeadingZero();
    const { hash, sandboxCode } = await createTotp(gateway, ANA, KEY);
    expect(sandboxCode).toMatch(/^0\d{5}$/);
    expect(await validateTotp(gateway, hash, sandboxCode.slice(1))).toMatchObject({ code: 'INVALID_TOTP_CODE' });
    expect(await validateTotp(gateway, hash, sandboxCode)).toMatchObject({ __typename: 'ValidateTotpSuccess' });
  });

  test('gives the same answer for a wrong code and for an unknown, forged or foreign challenge', async () => {
    const { hash, sandboxCode } = await createTotp(gateway, ANA, KEY);
    const refusal = { code: 'INVALID_TOTP_CODE', status: 422, message: 'The code is not valid.' };
    const forged = hash.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A'));
    expect(await validateTotp(gateway, hash, wrongCode(sandboxCode))).toMatchObject(refusal);
    expect(await validateTotp(gateway, forged, sandboxCode)).toMatchObject(refusal);
    expect(await validateTotp(gateway, 'unknown', sandboxCode)).toMatchObject(refusal);
    expect(await validateTotp(gateway, hash, sandboxCode, { client: 'beta-pay' })).toMatchObject(refusal);
    expect(await validateTotp(gateway, hash, sandboxCode)).toMatchObject({ __typename: 'ValidateTotpSuccess' });
  });

  test.each(['12345', '1234567', 'abcdef', '１２３４５６', '-12345', '1e5'])(
    'treats %j as a wrong code',
    async (code) => {
      const { hash } = await createTotp(gateway, ANA, KEY);
      expect(await validateTotp(gateway, hash, code)).toMatchObject({ code: 'INVALID_TOTP_CODE' });
    },
  );

  test.each([
    ['', '', ['code', 'hash']],
    ['x', ' ', ['code']],
    ['\0', '123456', ['hash']],
  ])('refuses the input %j, %j', async (hash, code, paths) => {
    expect(violationPaths(await validateTotp(gateway, hash, code))).toEqual(paths);
  });

  test('accepts the right code after four wrong ones, but not after five', async () => {
    for (const [wrongCodes, outcome] of [
      [4, { __typename: 'ValidateTotpSuccess' }],
      [5, { code: 'INVALID_TOTP_CODE' }],
    ] as const) {
      const { hash, sandboxCode } = await createTotp(gateway, ANA, KEY);
      for (let tries = 0; tries < wrongCodes; tries += 1)
        expect(await validateTotp(gateway, hash, wrongCode(sandboxCode))).toMatchObject({ code: 'INVALID_TOTP_CODE' });
      expect(await validateTotp(gateway, hash, sandboxCode)).toMatchObject(outcome);
    }
  });

  test.each([
    [299_999, 'ValidateTotpSuccess'],
    [300_000, 'TotpExpiredError'],
    [86_400_000, 'TotpExpiredError'],
    [-10_000, 'ValidateTotpSuccess'],
  ])('answers the right code after %i ms: %s', async (ms, typename) => {
    // A part of a second must not shorten the five minutes.
    const start = Math.floor(Date.now() / 1_000) * 1_000 + 900;
    const clock = jest.spyOn(gateway.clock, 'now').mockReturnValue(new Date(start));
    const { hash, sandboxCode } = await createTotp(gateway, ANA, KEY);
    const token = await gateway.freshToken('acme-pay');
    clock.mockReturnValue(new Date(start + ms));
    const options = ms > 3_000_000 ? {} : { token };
    if (ms > 3_000_000) gateway.forgetTokens();
    expect((await validateTotp(gateway, hash, sandboxCode, options)).__typename).toBe(typename);
    gateway.forgetTokens();
  });
});

describe('an expired challenge or hash', () => {
  test('is deleted a day later, and not before', async () => {
    const database = new Database(gateway.app.database.sessions);
    for (const table of ['totp_challenge', 'transactional_hash']) await sql(gateway, `delete from ${table}`);
    const { hash, sandboxCode } = await createTotp(gateway, ANA, KEY);
    await validateTotp(gateway, hash, sandboxCode);
    await createTotp(gateway, ANA, KEY);
    const left = async (afterMs: number) => {
      for (const loop of ['expired-totps', 'expired-hashes'])
        await forget(loop)(database, new Date(Date.now() + afterMs));
      return sql(gateway, 'select id from totp_challenge union all select id from transactional_hash');
    };
    expect(await left(86_000_000)).toHaveLength(3);
    expect(await left(86_400_000 + 301_000)).toEqual([]);
  });
});
