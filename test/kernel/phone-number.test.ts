import { describe, expect, test } from '@jest/globals';
import { CALLING_CODES, isBrazilianMobile, phoneNumberOf } from '../../src/kernel/phone-number.ts';

describe('a calling code', () => {
  test.each(['1', '7', '55', '44', '351', '242', '247', '290', '800', '881', '979'])('is %s', (digits) => {
    expect(CALLING_CODES.has(digits)).toBe(true);
  });

  test.each(['', '0', '77', '35', '999', '1242', '+55', '5 5', '55a', '５５'])('is not %j', (digits) => {
    expect(CALLING_CODES.has(digits)).toBe(false);
  });
});

describe('a phone number', () => {
  test.each([
    ['+5511987650077', '55', '+5511987650077'],
    ['+551133334444', '55', '+551133334444'],
    ['+12423591234', '1', '+12423591234'],
    ['+15550001111', '1', '+15550001111'],
    ['+79161234567', '7', '+79161234567'],
    ['+4407911123456', '44', '+447911123456'],
  ])('%s is possible, with calling code %s, and normalized to %s', (text, callingCode, e164) => {
    expect(phoneNumberOf(text)).toEqual({ callingCode, e164 });
  });

  test.each([
    ['5511987650077', 'no plus'],
    ['+0511987650077', 'no calling code begins with 0'],
    ['+5511', 'too short'],
    ['+123', 'too short'],
    ['+551198765007712', 'too long'],
    ['+999123456789', 'no such calling code'],
    ['+55 11 98765-0077', 'a mask'],
    ['+5511987650077;ext=1', 'an extension'],
    ['+', 'nothing'],
  ])('is not %s: %s', (text) => {
    expect(phoneNumberOf(text)).toBeNull();
  });
});

describe('a Brazilian mobile', () => {
  test.each([
    ['+5511987650077', true],
    ['+551187650077', false],
    ['+551133334444', false],
    ['+5511887650077', false],
    ['+5501987650077', false],
    ['+55119876500771', false],
    ['+15511987650077', false],
  ])('%s: %s', (e164, expected) => {
    expect(isBrazilianMobile(e164)).toBe(expected);
  });
});
