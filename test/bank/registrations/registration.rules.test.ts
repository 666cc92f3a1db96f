import { describe, expect, test } from '@jest/globals';
import { isOccupation } from '../../../src/bank/registrations/occupations.value.ts';
import { refusalOfRule, REGISTRATION_RULES } from '../../../src/bank/registrations/registration.rules.ts';
import { tooManyLookups } from '../../../src/kernel/too-many-lookups.ts';

const context: Parameters<typeof refusalOfRule>[1] = {
  lookupRefusal: tooManyLookups(60),
  openRegistrationId: null,
  rejectedRegistrationId: null,
  detailedAnalysis: null,
  pictures: { selfie: null, idCardFront: 'APPROVED', idCardBack: 'ANALYZING' },
};

describe('the rules', () => {
  test('have the order of the contract', () => {
    expect(REGISTRATION_RULES.map((_, nth) => refusalOfRule(nth, context).code)).toEqual([
      ...[
        'CUSTOMER_AWAIT_EVALUATION',
        'REGISTRATION_REJECTED',
        'TOO_MANY_LOOKUPS',
        'PHONE_ALREADY_IN_USE',
        'EMAIL_ALREADY_IN_USE',
      ],
      ...['INVALID_OCCUPATION', 'DOCUMENT_ANALYSIS_NOT_APPROVED'],
    ]);
  });

  test('name the roles whose pictures are not approved', () => {
    const last = REGISTRATION_RULES.length - 1;
    expect(refusalOfRule(last, context)).toMatchObject({
      fields: ['selfie', 'idCardBack'],
      pictures: [
        { path: ['documentation', 'selfie'], status: 'UNKNOWN' },
        { path: ['documentation', 'idCardBack'], status: 'ANALYZING' },
      ],
      retryable: false,
    });
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
