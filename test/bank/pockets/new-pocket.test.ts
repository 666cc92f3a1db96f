import { describe, expect, test } from '@jest/globals';
import { DomainError } from '../../../src/kernel/domain-error.ts';
import { parseExact } from '../../../src/kernel/exact-json.ts';
import { newPocket, type PocketRequest } from '../../../src/bank/pockets/new-pocket.value.ts';

const valid: PocketRequest = {
  accountNumber: '200001',
  user: { name: 'Maria Exemplo', document: { value: '10020030240', type: 'CPF' }, birthDate: '1990-01-31' },
  currency: 'BRL',
  label: 'School trip',
  useCase: 'CORPORATE_EXPENSES',
};

function violatedPaths(request: PocketRequest): string[] {
  const result = newPocket(request);
  return result instanceof DomainError ? result.violations.map(({ path }) => path.join('.')) : [];
}

function withDocument(type: 'CPF' | 'CNPJ', value: string): PocketRequest {
  return { ...valid, user: { ...valid.user, document: { type, value } } };
}

describe('a request', () => {
  test('is trimmed in the names that people type', () => {
    const request = { ...valid, label: ' a ', user: { ...valid.user, name: '\tMaria ' } };
    expect(newPocket(request)).toMatchObject({ label: 'a', user: { name: 'Maria' }, metadata: null });
  });

  test.each([
    ['label of 60 characters', { label: 'é'.repeat(60) }],
    ['label with a family of emoji', { label: '👩‍👩‍👧‍👦 👩🏽‍🚀 ❤️‍🔥' }],
    ['label of 60 emoji', { label: '🏦'.repeat(60) }],
    ['label of 60 decomposed characters', { label: 'e\u0301'.repeat(60) }],
    ['metadata of 16 KB', { metadata: { a: 'x'.repeat(16 * 1024 - '{"a":""}'.length) } }],
    ['metadata without members', { metadata: {} }],
    ['metadata with the name of a prototype', { metadata: JSON.parse('{"__proto__":{"a":1}}') }],
  ])('is accepted with a %s', (_case, changes) => {
    expect(violatedPaths({ ...valid, ...changes })).toEqual([]);
  });

  test.each([
    ['label that is empty', { label: '' }, 'label'],
    ['label of blanks', { label: ' \n' }, 'label'],
    ['label of 61 characters', { label: 'a'.repeat(61) }, 'label'],
    ['label with a NUL', { label: 'a\0b' }, 'label'],
    ['label with half an emoji', { label: 'a\ud83c' }, 'label'],
    ['label with a line break', { label: 'a\nb' }, 'label'],
    ['label that is written backwards', { label: 'a\u202eb' }, 'label'],
    ['label with an invisible character', { label: 'a\u200bb' }, 'label'],
    ['label with a joiner of letters', { label: 'a\u200db' }, 'label'],
    ['account number that is empty', { accountNumber: '' }, 'accountNumber'],
    ['account number with a NUL', { accountNumber: '200001\0' }, 'accountNumber'],
    ['currency in lower case', { currency: 'brl' }, 'currency'],
    ['currency that is withdrawn', { currency: 'HRK' }, 'currency'],
    ['currency that is a metal', { currency: 'XAU' }, 'currency'],
    ['currency for testing', { currency: 'XTS' }, 'currency'],
    ['no currency', { currency: 'XXX' }, 'currency'],
    ['metadata of more than 16 KB', { metadata: { a: 'x'.repeat(16 * 1024) } }, 'metadata'],
    ['metadata of more than 16 KB in UTF-8', { metadata: { a: 'é'.repeat(8 * 1024) } }, 'metadata'],
    ['metadata with a NUL in a key', { metadata: { 'a\0': 1 } }, 'metadata'],
    ['metadata with half an emoji deep inside', { metadata: { a: [{ b: '\udfe6' }] } }, 'metadata'],
    ['metadata with a number beyond a double', { metadata: JSON.parse('{"a":[1e999]}') }, 'metadata'],
    ['metadata with a number that was rounded', { metadata: parseExact('{"a":[{"b":9007199254740993}]}') }, 'metadata'],
    ['metadata that is nested too deeply', { metadata: nested(5_000) }, 'metadata'],
  ])('is refused with a %s', (_case, changes, path) => {
    expect(violatedPaths({ ...valid, ...changes })).toEqual([path]);
  });

  test.each([
    ['CPF', '10020030169', true],
    ['CPF', '10020030160', false],
    ['CPF', '100.200.301-69', false],
    ['CPF', '11111111111', false],
    ['CPF', '99000002000229', false],
    ['CNPJ', '99000002000229', true],
    ['CNPJ', '99.000.002/0002-29', false],
    ['CNPJ', '10020030169', false],
    ['CNPJ', '12ABC34501DE35', true],
    ['CNPJ', '12ABC34501DE36', false],
  ] as const)('can have the %s %s: %s', (type, value, isTaken) => {
    expect(violatedPaths(withDocument(type, value))).toEqual(isTaken ? [] : ['user.document.value']);
  });

  test('is for a person if the use case is that of minors', () => {
    const request = withDocument('CNPJ', '99000002000229');
    expect(violatedPaths({ ...request, useCase: 'ACCOUNT_FOR_UNDER_AGE' })).toEqual(['user.document.type']);
  });

  test.each(['Padaria 24 Horas & Cia. Ltda.', 'X'])(
    'can have the company %j, but not a person of that name',
    (name) => {
      const [company, person] = [withDocument('CNPJ', '99000002000229'), withDocument('CPF', '10020030169')];
      expect(violatedPaths({ ...company, user: { ...company.user, name } })).toEqual([]);
      expect(violatedPaths({ ...person, user: { ...person.user, name } })).toEqual(['user.name']);
    },
  );

  test('is refused with all violations together, sorted by path, without the values', () => {
    const secret = 'very-secret';
    const request = {
      ...withDocument('CPF', secret),
      currency: secret,
      label: ' ',
      metadata: { a: 'x'.repeat(20_000) },
    };
    expect(violatedPaths(request)).toEqual(['currency', 'label', 'metadata', 'user.document.value']);
    expect(JSON.stringify(newPocket(request))).not.toContain(secret);
  });
});

function nested(depth: number): object {
  let value: object = {};
  for (let level = 0; level < depth; level += 1) value = { value };
  return value;
}
