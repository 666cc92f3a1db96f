import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isAnyTaxpayerId, isTaxpayerId, type TaxpayerIdType } from '../../src/kernel/taxpayer-id.ts';

const DIGITS_BEFORE_CHECK = { CPF: 9, CNPJ: 12 } as const;

function validEndings(type: TaxpayerIdType, base: string): string[] {
  return Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0')).filter((ending) =>
    isTaxpayerId(type, base + ending),
  );
}

/** Texts of `length` characters from `alphabet`, not all equal. */
function bases(alphabet: string, length: number): fc.Arbitrary<string> {
  const characters = fc.constantFrom(...Array.from(alphabet));
  return fc
    .array(characters, { minLength: length, maxLength: length })
    .filter((base) => new Set(base).size > 1)
    .map((base) => base.join(''));
}

describe('a CPF', () => {
  test.each([
    ['10020030169', 'of the sandbox'],
    ['10020030240', 'of the sandbox'],
    ['10020030401', 'of the sandbox'],
    ['10020030592', 'of the sandbox'],
    ['10020030673', 'of the sandbox'],
    ['10020030754', 'of the sandbox'],
    ['10020030835', 'of the sandbox'],
    ['99900000188', 'that is always reproved'],
    ['99900000692', 'that is always reproved'],
    ['52998224725', 'with two different check digits'],
    ['00000000191', 'that begins with zeros'],
  ])('%s is valid: one %s', (value) => {
    expect(isTaxpayerId('CPF', value)).toBe(true);
  });

  test.each([
    ['10020030170', 'a wrong second check digit'],
    ['10020030159', 'a wrong first check digit'],
    ['01020030169', 'two digits that changed places'],
    ['100.200.301-69', 'a mask'],
    ['100200301-69', 'half a mask'],
    [' 10020030169', 'a blank before'],
    ['10020030169\n', 'a line break after'],
    ['1002003016', 'ten digits'],
    ['010020030169', 'twelve digits'],
    ['1002003016A', 'a letter'],
    ['A10020030169', 'a letter before the digits'],
    ['１００２００３０１６９', 'full-width digits'],
    ['99000002000229', 'a CNPJ'],
    ['', 'nothing'],
  ])('%j is refused: %s', (value) => {
    expect(isTaxpayerId('CPF', value)).toBe(false);
  });

  test.each(Array.from('0123456789', (digit) => digit.repeat(11)))('%s is refused: all digits are equal', (value) => {
    expect(isTaxpayerId('CPF', value)).toBe(false);
  });
});

describe('a CNPJ', () => {
  test.each([
    ['99000001000101', 'of the sandbox'],
    ['99000002000148', 'of the sandbox'],
    ['99000002000229', 'of the sandbox'],
    ['11222333000181', 'with two different check digits'],
    ['00000000000191', 'that begins with zeros'],
    ['12ABC34501DE35', 'with letters'],
  ])('%s is valid: one %s', (value) => {
    expect(isTaxpayerId('CNPJ', value)).toBe(true);
  });

  test.each([
    ['99000001000102', 'a wrong second check digit'],
    ['99000001000111', 'a wrong first check digit'],
    ['99.000.001/0001-01', 'a mask'],
    ['9900000100010', 'thirteen digits'],
    ['099000001000101', 'fifteen digits'],
    ['00000000000000', 'all digits equal'],
    ['12abc34501de35', 'lower-case letters'],
    ['12ABC34501DEA5', 'a letter as check digit'],
    ['12ABC34501DE53', 'check digits that changed places'],
    ['12.ABC.345/01DE-35', 'letters and a mask'],
    ['10020030169', 'a CPF'],
    ['', 'nothing'],
  ])('%j is refused: %s', (value) => {
    expect(isTaxpayerId('CNPJ', value)).toBe(false);
  });

  test('with letters has exactly one pair of check digits', () => {
    fc.assert(
      fc.property(bases('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', DIGITS_BEFORE_CHECK.CNPJ), (base) => {
        expect(validEndings('CNPJ', base)).toHaveLength(1);
      }),
    );
  });
});

describe.each(['CPF', 'CNPJ'] as const)('any %s', (type) => {
  const anyBase = bases('0123456789', DIGITS_BEFORE_CHECK[type]);

  test('has exactly one pair of check digits', () => {
    fc.assert(
      fc.property(anyBase, (base) => {
        expect(validEndings(type, base)).toHaveLength(1);
      }),
    );
  });

  test('is refused with any single digit changed', () => {
    const position = fc.nat({ max: DIGITS_BEFORE_CHECK[type] + 1 });
    fc.assert(
      fc.property(anyBase, position, fc.integer({ min: 1, max: 9 }), (base, index, shift) => {
        const [ending = ''] = validEndings(type, base);
        // Remainders 0 and 1 are both written 0: with a first check digit 0 the rule itself lets a few changes pass,
        // such as 540306172-04 and 640306172-04.
        fc.pre(!ending.startsWith('0'));
        const value = base + ending;
        const digit = (Number(value.charAt(index)) + shift) % 10;
        expect(isTaxpayerId(type, value.slice(0, index) + String(digit) + value.slice(index + 1))).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a document of any type', () => {
  test.each([
    ['10020030169', true],
    ['99000001000101', true],
    ['12ABC34501DE35', true],
    ['100.200.301-69', false],
    ['1002003016', false],
    ['', false],
  ])('%j: %j', (value, expected) => {
    expect(isAnyTaxpayerId(value)).toBe(expected);
  });
});
