import { describe, expect, test } from '@jest/globals';
import type { NewRegistration } from '../../../src/bank/registrations/new-registration.value.ts';
import { tooManyLookups } from '../../../src/kernel/too-many-lookups.ts';
import {
  firstRefusal,
  isOccupation,
  type RegistrationFacts,
} from '../../../src/bank/registrations/registration.rules.ts';

const SELFIE = '0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e51';
const FRONT = '0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e52';
const BACK = '0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e53';

const facts: RegistrationFacts = {
  awaitsEvaluation: false,
  lookupRefusal: undefined,
  ownContacts: new Set(['PHONE', 'EMAIL']),
  approved: [
    { token: SELFIE, documentType: 'SELFIE', documentSide: null },
    { token: FRONT, documentType: 'RG', documentSide: 'FRONT' },
    { token: BACK, documentType: 'RG', documentSide: 'BACK' },
  ],
};

function refusalOf(changes: Partial<RegistrationFacts>, wanted: Partial<NewRegistration> = {}) {
  const documentation = { selfie: SELFIE, idCardFront: FRONT, idCardBack: BACK };
  return firstRefusal({ occupation: 'OCP0001', documentation, ...wanted } as NewRegistration, { ...facts, ...changes });
}

describe('a registration', () => {
  test('is accepted if there is no reason against it', () => {
    expect(refusalOf({})).toBeUndefined();
    expect(
      refusalOf({}, { documentation: { selfie: SELFIE.toUpperCase(), idCardFront: FRONT, idCardBack: BACK } }),
    ).toBeUndefined();
  });

  test('is refused for the first of several reasons', () => {
    const lookupRefusal = tooManyLookups(60);
    const nothing = { awaitsEvaluation: true, ownContacts: new Set<never>(), approved: [] };
    const wanted = { occupation: 'baker' };
    const codes = [
      refusalOf({ ...nothing, lookupRefusal }, wanted),
      refusalOf({ ...nothing, awaitsEvaluation: false, lookupRefusal }, wanted),
      refusalOf({ ...nothing, awaitsEvaluation: false }, wanted),
      refusalOf({ ...nothing, awaitsEvaluation: false, ownContacts: new Set(['PHONE'] as const) }, wanted),
      refusalOf({ approved: [] }, wanted),
      refusalOf({ approved: [] }),
    ].map((refusal) => refusal?.code);
    expect(codes).toEqual([
      ...['CUSTOMER_AWAIT_EVALUATION', 'TOO_MANY_LOOKUPS', 'PHONE_ALREADY_IN_USE', 'EMAIL_ALREADY_IN_USE'],
      ...['INVALID_OCCUPATION'],
      'DOCUMENT_ANALYSIS_NOT_APPROVED',
    ]);
  });

  test.each([
    ['does not exist', { selfie: 'x', idCardFront: FRONT, idCardBack: BACK }, ['selfie']],
    [
      'was submitted for another role',
      { selfie: FRONT, idCardFront: SELFIE, idCardBack: BACK },
      ['selfie', 'idCardFront'],
    ],
    ['is the other side', { selfie: SELFIE, idCardFront: BACK, idCardBack: FRONT }, ['idCardFront', 'idCardBack']],
    ['is used twice', { selfie: SELFIE, idCardFront: FRONT, idCardBack: FRONT }, ['idCardBack']],
    [
      'is used in all roles',
      { selfie: SELFIE, idCardFront: SELFIE, idCardBack: SELFIE },
      ['idCardFront', 'idCardBack'],
    ],
  ])('is refused with the fields of a token that %s', (_what, documentation, fields) => {
    expect(refusalOf({}, { documentation })).toMatchObject({ code: 'DOCUMENT_ANALYSIS_NOT_APPROVED', fields });
  });
});

describe('the occupations', () => {
  test.each(['OCP0001', 'OCP0099', 'OCP0100', 'OCP0105'])('include %s', (code) => {
    expect(isOccupation(code)).toBe(true);
  });

  test.each(['OCP0000', 'OCP0106', 'OCP9999', 'ocp0001', 'OCP001', 'OCP00001', ' OCP0001', 'OCP0001 ', 'OCP-001', '1'])(
    'do not include %j',
    (code) => {
      expect(isOccupation(code)).toBe(false);
    },
  );
});
