import { describe, expect, test } from '@jest/globals';
import type { AddressingKeyType } from '../../../src/bank/addressing-keys/addressing-key.enum.ts';
import { keyOfText, normalKeyValue } from '../../../src/bank/addressing-keys/addressing-key.value.ts';

const long = (length: number) => `${'a'.repeat(length - '@example.com'.length)}@example.com`;

describe('the value of a key', () => {
  test.each<[AddressingKeyType, string, string]>([
    ['CPF', '10020030169', '10020030169'],
    ['CNPJ', '99000001000101', '99000001000101'],
    ['PHONE', '+5511987650077', '+5511987650077'],
    ['PHONE', '+551133334444', '+551133334444'],
    ['PHONE', '+55011987650077', '+55011987650077'],
    ['PHONE', '+4407911123456', '+447911123456'],
    ['PHONE', '+4407911123456', '+447911123456'],
    ['PHONE', '+12025550123', '+12025550123'],
    ['EMAIL', 'Maria.Exemplo@Example.COM', 'maria.exemplo@example.com'],
    ['EMAIL', '  maria@example.com ', 'maria@example.com'],
    ['EMAIL', "o'brien+pix_{1}@a-b.co", "o'brien+pix_{1}@a-b.co"],
    ['EMAIL', long(77), long(77)],
    ['EMAIL', `m@${'a'.repeat(63)}.co`, `m@${'a'.repeat(63)}.co`],
    ['EVP', '0B6A1AD6-4D09-4D6C-9D3E-0F3A2F1C7E55', '0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55'],
  ])('of type %s %j is normalized to %j', (type, value, normal) => {
    expect(normalKeyValue(type, value, false)).toBe(normal);
  });

  test.each<[AddressingKeyType, string, string]>([
    ['CPF', '100.200.301-69', 'a mask'],
    ['CPF', '10020030168', 'a wrong check digit'],
    ['CPF', '11111111111', 'all digits equal'],
    ['CPF', '1002003016', 'too short'],
    ['CPF', '99000001000101', 'a CNPJ'],
    ['CPF', ' 10020030169', 'a space'],
    ['CPF', '１００２００３０１６９', 'digits of another script'],
    ['CNPJ', '99.000.001/0001-01', 'a mask'],
    ['CNPJ', '99000001000102', 'a wrong check digit'],
    ['CNPJ', '12ABC34501DE35', 'letters, which are an option'],
    ['PHONE', '5511987650077', 'no plus'],
    ['PHONE', '+0511987650077', 'a zero in front'],
    ['PHONE', '+55 11 98765-0077', 'a mask'],
    ['PHONE', '+55119', 'not possible'],
    ['PHONE', '+1234567890123456', 'more than 15 digits'],
    ['PHONE', '+', 'nothing'],
    ['EMAIL', long(78), 'too long'],
    ['EMAIL', `m@${'a'.repeat(64)}.co`, 'a label that is too long'],
    ['EMAIL', `m@example.${'a'.repeat(64)}`, 'a last label that is too long'],
    ['EMAIL', 'maria', 'no at sign'],
    ['EMAIL', 'maria@example', 'no dot in the domain'],
    ['EMAIL', 'maria%x@example.com', 'a percent sign'],
    ['EMAIL', '.maria@example.com', 'a leading dot'],
    ['EMAIL', 'ma..ria@example.com', 'a double dot'],
    ['EMAIL', 'maria.@example.com', 'a trailing dot'],
    ['EMAIL', 'maria@.example.com', 'a leading dot in the domain'],
    ['EMAIL', 'maria@example..com', 'a double dot in the domain'],
    ['EMAIL', 'maria@-example.com', 'a leading hyphen'],
    ['EMAIL', 'maria silva@example.com', 'a space'],
    ['EMAIL', 'maria@exa\u0000mple.com', 'a NUL'],
    ['EMAIL', 'mária@example.com', 'not ASCII'],
    ['EMAIL', 'mari\u212A@example.com', 'the Kelvin sign, whose lower case is ASCII'],
    ['EMAIL', 'a@b@example.com', 'two at signs'],
    ['EVP', '0b6a1ad6-4d09-1d6c-9d3e-0f3a2f1c7e55', 'no v4'],
  ])('of type %s is not %j: %s', (type, value) => {
    expect(normalKeyValue(type, value, false)).toBeUndefined();
  });

  test('can be a CNPJ with letters if that option is on', () => {
    expect(normalKeyValue('CNPJ', '12ABC34501DE35', true)).toBe('12ABC34501DE35');
  });
});

describe('the type of a key', () => {
  test.each([
    ['10020030169', 'CPF'],
    ['99000001000101', 'CNPJ'],
    ['+5511987650077', 'PHONE'],
    ['Maria@Example.com', 'EMAIL'],
    ['0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55', 'EVP'],
  ])('follows from %j: %s', (text, type) => {
    expect(keyOfText(text)?.type).toBe(type);
  });

  test.each(['', 'nobody', '123', '\0', '\ud800'])('is undefined for %j', (text) => {
    expect(keyOfText(text)).toBeUndefined();
  });
});
