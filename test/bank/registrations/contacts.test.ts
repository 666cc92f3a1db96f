import { describe, expect, test } from '@jest/globals';
import { accepted, phone, wrongPaths } from '../../support/registration-requests.ts';

describe('a phone', () => {
  test.each([
    ['55', '11987650001', '+5511987650001'],
    ['+55', '11987650001', '+5511987650001'],
    ['1', '2423591234', '+12423591234'],
    ['1', '2125550123', '+12125550123'],
    ['351', '912345678', '+351912345678'],
    ['44', '07911123456', '+447911123456'],
    ['44', '7911123456', '+447911123456'],
  ])('+%s %s is normalized to %s', (countryCode, number, e164) => {
    expect(accepted(phone(countryCode, number)).phone).toEqual({
      countryCode: countryCode.replace('+', ''),
      number,
      e164,
    });
  });

  test.each(['77', '1242', '0', '055', '++55', '55 ', '', '+', '999', '5 5', 'BR', '-55', '210'])(
    'cannot have the dialling code %j',
    (countryCode) => {
      expect(wrongPaths(phone(countryCode, '11987650001'))).toEqual(['phone.countryCode']);
    },
  );

  test.each(
    '355 375 387 359 257 850 385 53 386 967 98 964 961 218 389 382 236 242 243 40 7 381 963 252 249 211 58 263'.split(
      ' ',
    ),
  )('with the blocked code +%s is understood, so that it can be refused by name', (countryCode) => {
    expect(wrongPaths(phone(countryCode, '11987650001'))).toEqual([]);
    expect(wrongPaths(phone(`+${countryCode}`, '12-34'))).toEqual(['phone.number']);
  });

  test.each([
    ['55', '1187650001'],
    ['55', '119876500012'],
    ['55', '11887650001'],
    ['55', '(11)987650001'],
    ['55', '11 987650001'],
    ['55', ''],
    ['55', '+11987650001'],
    ['1', '242359123'],
    ['351', '1'],
    ['44', 'abc'],
  ])('cannot have the number +%s %j', (countryCode, number) => {
    expect(wrongPaths(phone(countryCode, number))).toEqual(['phone.number']);
  });
});

describe('an e-mail address', () => {
  test.each([
    ['Maria@Example.com', 'maria@example.com'],
    ['\t maria@example.com\n', 'maria@example.com'],
    ["o'neil+x@sub.example.com", "o'neil+x@sub.example.com"],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ])('%j is kept as %s', (email, kept) => {
    expect(accepted({ email }).email).toBe(kept);
  });

  test.each([
    ...['', ' ', 'maria', 'maria@', '@example.com', 'maria@example', 'a@b@example.com', 'ma ria@example.com'],
    ...['.maria@example.com', 'maria.@example.com', 'ma..ria@example.com', 'maria@example..com', 'maria@-example.com'],
    ...['maria@example.com\0', 'maría@example.com', '\u212Aim@example.com', `${'a'.repeat(65)}@example.com`],
    ...[`maria@${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.com`],
  ])('is not %j', (email) => {
    expect(wrongPaths({ email })).toEqual(['email']);
  });
});
