import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { bankDate } from '../../../src/kernel/clock.ts';
import { errorTypeName } from '../../../src/kernel/domain-error.ts';
import type { NewPocket } from '../../../src/bank/pockets/new-pocket.value.ts';
import type { PocketUseCase } from '../../../src/bank/pockets/pocket.enum.ts';
import { ACCOUNT_RULES, fitsAge, refusalOfRule, wrongAge } from '../../../src/bank/pockets/pocket.rules.ts';

function refusalOn(today: string, birthDate: string, useCase: PocketUseCase, type: 'CPF' | 'CNPJ' = 'CPF') {
  const pocket: NewPocket = {
    accountNumber: '200001',
    user: { name: 'Maria', document: { value: '10020030240', type }, birthDate },
    currency: 'BRL',
    label: 'x',
    useCase,
    metadata: null,
  };
  return fitsAge(pocket, today) ? undefined : wrongAge(pocket).code;
}

describe('an account for under age', () => {
  const refused = 'INVALID_USER_BIRTHDATE_FOR_ACCOUNT_FOR_UNDER_AGE_USE_CASE';
  test.each([
    ['the day before the 16th birthday', '2026-11-20', '2010-11-21', refused],
    ['the 16th birthday', '2026-11-20', '2010-11-20', undefined],
    ['17 years', '2026-11-20', '2009-11-20', undefined],
    ['the day before the 19th birthday', '2026-11-20', '2007-11-21', undefined],
    ['the 19th birthday', '2026-11-20', '2007-11-20', refused],
    ['tomorrow', '2026-11-20', '2026-11-21', refused],
    ['the 16th birthday on 28 February of a common year', '2026-02-28', '2010-02-28', undefined],
    ['the 16th birthday on 28 February of another common year', '2022-02-28', '2006-02-28', undefined],
    ['a leap-day birth still 15 on 28 February', '2024-02-28', '2008-02-29', refused],
    ['a leap-day birth 16 on 29 February', '2024-02-29', '2008-02-29', undefined],
    ['a leap-day birth still 18 on 28 February of a common year', '2027-02-28', '2008-02-29', undefined],
    ['a leap-day birth 19 on 1 March of a common year', '2027-03-01', '2008-02-29', refused],
  ])('is judged by completed years: %s', (_case, today, birthDate, code) => {
    expect(refusalOn(today, birthDate, 'ACCOUNT_FOR_UNDER_AGE')).toBe(code);
  });

  test('requires the same age of a company', () => {
    expect(refusalOn('2026-11-20', '1990-01-01', 'ACCOUNT_FOR_UNDER_AGE', 'CNPJ')).toBe(refused);
  });
});

describe.each(['CORPORATE_EXPENSES', 'FLEXIBLE_BENEFITS', 'BALANCE_SEGREGATION'] as const)('%s', (useCase) => {
  const refused = 'INVALID_USER_BIRTHDATE_FOR_USE_CASE';
  test.each([
    ['a person on the 18th birthday', '2008-11-20', 'CPF', undefined],
    ['a person the day before', '2008-11-21', 'CPF', refused],
    ['a person of 120 years', '1906-01-01', 'CPF', undefined],
    ['a company founded today', '2026-11-20', 'CNPJ', undefined],
    ['a company founded tomorrow', '2026-11-21', 'CNPJ', refused],
  ] as const)('is judged by the kind of document: %s', (_case, birthDate, type, code) => {
    expect(refusalOn('2026-11-20', birthDate, useCase, type)).toBe(code);
  });
});

describe('the civil day in São Paulo', () => {
  test.each([
    ['2026-11-20T02:59:59.999Z', '2026-11-19'],
    ['2026-11-20T03:00:00.000Z', '2026-11-20'],
  ])('at %s is %s', (instant, day) => {
    expect(bankDate(new Date(instant))).toBe(day);
  });
});

test('docs/pockets-and-accounts.md lists the refusals in the order of the rules', () => {
  const page = readFileSync('docs/pockets-and-accounts.md', 'utf8');
  const wanted: NewPocket = {
    accountNumber: '200001',
    user: { name: 'Maria', document: { value: '10020030240', type: 'CPF' }, birthDate: '2020-01-01' },
    currency: 'BRL',
    label: 'x',
    useCase: 'CORPORATE_EXPENSES',
    metadata: null,
  };
  const context = { wanted, companyKey: 'ACME', pocketLimit: 1, used: 1, accountStatus: 'BLOCKED' } as const;
  const names = ACCOUNT_RULES.map((_, nth) => errorTypeName(refusalOfRule(nth, context).code));
  const lacking = names.filter((name) => !page.includes(name));
  expect(lacking.map((name) => `${name}: add it to docs/pockets-and-accounts.md, in the order of its rule`)).toEqual(
    [],
  );
  expect(names.toSorted((one, other) => page.indexOf(one) - page.indexOf(other))).toEqual(names);
});
