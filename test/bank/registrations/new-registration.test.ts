import { describe, expect, test } from '@jest/globals';
import { DomainError } from '../../../src/kernel/domain-error.ts';
import { accepted, address, check, income, phone, wrongPaths } from '../../support/registration-requests.ts';

/** A text of the greatest length, and one that is a character longer. */
const FULL = 'a'.repeat(256);
const LONG = 'a'.repeat(257);
/** 256 characters that are twice as many code points until they are composed. */
const DECOMPOSED = 'e\u0301'.repeat(256);
const EMOJI = '😀'.repeat(256);

describe('a registration', () => {
  test('is normalized', () => {
    expect(
      accepted({
        registerName: '  Maria Exemplo ',
        socialName: ' ',
        email: '  MARIA@Example.COM ',
        ...address({ buildingNumber: 's/n', complement: '' }),
        ...phone('+55', '11987650001'),
      }),
    ).toMatchObject({
      registerName: 'Maria Exemplo',
      socialName: null,
      email: 'maria@example.com',
      address: { zipCode: '01310100', buildingNumber: 'S/N', complement: null },
      phone: { countryCode: '55', number: '11987650001', e164: '+5511987650001' },
      assertedIncome: { value: '1234.50', currency: 'BRL' },
      declaredIncome: null,
      pepLevel: 'NONE',
    });
  });

  test('reports all violations together, sorted by path, without the values', () => {
    const refusal = check({
      documentNumber: '100.200.302-40',
      registerName: ' ',
      birthDate: '2020-01-01',
      phone: { countryCode: '999', number: 'secret' },
      address: { ...address({}).address, zipCode: 'secret', state: 'XX', country: 'US', city: '' },
      assertedIncome: { value: '-1', currency: 'USD' },
      occupation: '',
      motherName: '\0',
      email: 'secret',
      documentation: { selfie: '', idCardFront: ' ', idCardBack: 'c' },
    });
    expect(refusal instanceof DomainError && refusal.violations.map(({ path }) => path.join('.'))).toEqual([
      'address.city',
      'address.country',
      'address.state',
      'address.zipCode',
      'assertedIncome.currency',
      'assertedIncome.value',
      'birthDate',
      'documentNumber',
      'documentation.idCardFront',
      'documentation.selfie',
      'email',
      'motherName',
      'occupation',
      'phone.countryCode',
      'phone.number',
      'registerName',
    ]);
    expect(JSON.stringify(refusal)).not.toContain('secret');
  });

  test.each([
    ['2008-11-20', '2026-11-20', true],
    ['2008-11-21', '2026-11-20', false],
    ['2008-02-29', '2026-02-28', false],
    ['2008-02-29', '2026-03-01', true],
    ['2004-02-29', '2022-02-28', false],
    ['2010-02-29', '2028-02-28', false],
    ['2026-11-21', '2026-11-20', false],
    ['0001-01-01', '2026-11-20', true],
  ])('of a person born on %s is that of an adult on %s: %s', (birthDate, today, isAdult) => {
    expect(wrongPaths({ birthDate }, today)).toEqual(isAdult ? [] : ['birthDate']);
  });

  test.each(['100.200.302-40', '10020030241', '1002003024', '11111111111', '', '99000001000101', ' 10020030240'])(
    'cannot have the document %j',
    (documentNumber) => {
      expect(wrongPaths({ documentNumber })).toEqual(['documentNumber']);
    },
  );

  test.each([
    ['registerName', (text: string) => ({ registerName: text })],
    ['motherName', (text: string) => ({ motherName: text })],
    ['socialName', (text: string) => ({ socialName: text })],
  ])('has a %s of 2 to 256 letters', (path, changes) => {
    for (const good of [FULL, DECOMPOSED, 'Lí', ` ${FULL} `]) expect(wrongPaths(changes(good))).toEqual([]);
    for (const bad of [LONG, `${DECOMPOSED}a`, EMOJI, 'á', 'a\0', '\ud800'])
      expect(wrongPaths(changes(bad))).toEqual([path]);
  });

  test.each([
    ['address.addressLine', (text: string) => address({ addressLine: text })],
    ['address.neighborhood', (text: string) => address({ neighborhood: text })],
    ['address.city', (text: string) => address({ city: text })],
    ['address.complement', (text: string) => address({ complement: text })],
  ])('has a %s of at most 256 characters', (path, changes) => {
    for (const good of [FULL, DECOMPOSED, EMOJI, 'á', ` ${FULL} `]) expect(wrongPaths(changes(good))).toEqual([]);
    for (const bad of [LONG, `${DECOMPOSED}a`, `${EMOJI}a`, 'a\0', '\ud800'])
      expect(wrongPaths(changes(bad))).toEqual([path]);
  });

  test.each(['', ' ', '\t'])('needs texts that are not blank, unlike %j', (text) => {
    expect(wrongPaths(address({ addressLine: text }))).toEqual(['address.addressLine']);
    expect(wrongPaths({ motherName: text })).toEqual(['motherName']);
    expect(wrongPaths({ socialName: text })).toEqual([]);
    expect(wrongPaths({ occupation: text })).toEqual(['occupation']);
  });

  test('keeps accents as they were sent', () => {
    expect(accepted(address({ city: 'Sa\u0303o Paulo' })).address.city).toBe('Sa\u0303o Paulo');
  });

  test.each([
    ['s/n', 'S/N'],
    ['S/n', 'S/N'],
    [' S/N ', 'S/N'],
    ['1234567890', '1234567890'],
    ['12345678901', undefined],
    ['', undefined],
    ['sn', 'sn'],
  ])('keeps the building number %j as %j', (buildingNumber, kept) => {
    const paths = wrongPaths(address({ buildingNumber }));
    expect(paths).toEqual(kept === undefined ? ['address.buildingNumber'] : []);
    if (kept !== undefined)
      // eslint-disable-next-line jest/no-conditional-expect
      expect(accepted(address({ buildingNumber })).address.buildingNumber).toBe(kept);
  });

  test.each(['01310100', '01310-100'])('can have a postal code of eight digits: %s', (zipCode) => {
    expect(accepted(address({ zipCode })).address.zipCode).toBe('01310100');
  });

  test.each(['0131-0100', '0131010', '013101000', '01310 100', ' 01310100', '01310--100', '０１３１０１００'])(
    'cannot have the postal code %j',
    (zipCode) => {
      expect(wrongPaths(address({ zipCode }))).toEqual(['address.zipCode']);
    },
  );

  test.each('AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' '))(
    'can have the state %s',
    (state) => {
      expect(wrongPaths(address({ state }))).toEqual([]);
    },
  );

  test.each(['sp', 'XX', 'BR-XX', '', 'SP ', 'São Paulo'])('cannot have the state %j', (state) => {
    expect(wrongPaths(address({ state }))).toEqual(['address.state']);
  });

  test.each(['br', 'BRA', 'US', ''])('cannot have the country %j', (country) => {
    expect(wrongPaths(address({ country }))).toEqual(['address.country']);
  });

  test.each([
    ['0', '0.00'],
    ['0.5', '0.50'],
    ['99999999999999.99', '99999999999999.99'],
    ['1234.56', '1234.56'],
  ])('keeps an income of %s as %s', (value, kept) => {
    expect(accepted(income(value)).assertedIncome).toEqual({ value: kept, currency: 'BRL' });
  });

  test.each(['100000000000000', '100000000000000.00', '0.001', '1.000', '-0.01', '-1'])(
    'cannot have an income of %s',
    (value) => {
      expect(wrongPaths(income(value))).toEqual(['assertedIncome.value']);
    },
  );

  test.each([
    ['BRL', true],
    ['', true],
    [null, true],
    ['brl', false],
    ['USD', false],
  ])('can have an income in %j: %s', (currency, isGood) => {
    expect(wrongPaths(income('1', currency))).toEqual(isGood ? [] : ['assertedIncome.currency']);
  });
});
