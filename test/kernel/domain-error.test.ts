import { describe, expect, test } from '@jest/globals';
import { errorCatalogue } from '../../src/capabilities.ts';
import { accountRefusals } from '../../src/bank/accounts/account.errors.ts';
import { pocketRefusals } from '../../src/bank/pockets/pocket.errors.ts';
import { ViolationCode } from '../../src/kernel/violation-code.ts';
import { DomainError, errorTypeName, refuseInput, refuserOf } from '../../src/kernel/domain-error.ts';

const refuse = refuserOf({ ...accountRefusals, ...pocketRefusals });

describe('a refusal', () => {
  test('has code, status and message of the catalogue and carries its data', () => {
    const refusal = refuse('MAXIMUM_POCKETS_COUNT_REGISTERED_FOR_ACCOUNT', { limit: 3 });
    expect(refusal).toMatchObject({
      code: 'MAXIMUM_POCKETS_COUNT_REGISTERED_FOR_ACCOUNT',
      status: 422,
      message: 'Account has reached the maximum pocket counts.',
      limit: 3,
    });
  });

  test('is not an Error: it is returned, never thrown', () => {
    expect(refuse('INVALID_ACCOUNT_STATUS', {})).toBeInstanceOf(DomainError);
    expect(refuse('INVALID_ACCOUNT_STATUS', {})).not.toBeInstanceOf(Error);
  });

  test.each([
    [
      'PRODUCT_NOT_ELIGIBLE_FOR_THIS_COMPANY_ACCOUNT_PROGRAM',
      { company_key: 'ACME_PAY' },
      'Product not eligible for company accounts program under this company key ACME_PAY. Request the product setting to you account manager.',
    ],
    [
      'INVALID_USER_BIRTHDATE_FOR_USE_CASE',
      { birthdate: '2015-01-31', useCase: 'CORPORATE_EXPENSES' },
      'The birthdate of the user 2015-01-31 is invalid to use case CORPORATE_EXPENSES.',
    ],
    [
      'INVALID_USER_BIRTHDATE_FOR_USE_CASE',
      { birthdate: '<useCase>', useCase: '$&' },
      'The birthdate of the user <useCase> is invalid to use case $&.',
    ],
    ['INVALID_ACCOUNT_STATUS', { unused: 'x' }, 'Account status is not ACTIVE.'],
  ] as const)('%s fills its message with %j', (code, fillings, message) => {
    expect(refuse(code, {}, fillings).message).toBe(message);
  });

  test('of an input lists all violations, sorted by path', () => {
    const paths = ['user.name', 'label', 'user.document.value', 'accountNumber', 'user', 'currency'];
    const given = paths.map((path) => ({ path: path.split('.'), code: ViolationCode.FORMAT, message: 'x' }));
    const refusal = refuseInput(given);
    expect(refusal).toMatchObject({ code: 'INVALID_PARAMETER', status: 400 });
    expect(refusal.violations.map(({ path }) => path.join('.'))).toEqual(paths.toSorted());
    expect(given.map(({ path }) => path.join('.'))).toEqual(paths);
  });

  test('of an input keeps the order of violations of one path', () => {
    const given = ['first', 'second', 'third'].map((message) => ({
      path: ['label'],
      code: ViolationCode.LENGTH,
      message,
    }));
    expect(refuseInput(given).violations).toEqual(given);
  });
});

describe('the error catalogue', () => {
  test('has every code once, with a 4xx status, or 501 for operations that are not built, and a message', () => {
    expect(new Set(errorCatalogue.map(({ code }) => code)).size).toBe(errorCatalogue.length);
    for (const { status, message } of errorCatalogue) {
      expect([400, 404, 409, 422, 429, 501]).toContain(status);
      expect(message).toMatch(/^[A-Z].*\.$/);
    }
  });

  test.each([
    ['INVALID_PARAMETER', 'InvalidInputError'],
    ['ACCOUNT_NOT_FOUND', 'AccountNotFoundError'],
    ['EVP_ENTRY_CANNOT_REGISTER_SHORT_INTERVAL', 'EvpEntryCannotRegisterShortIntervalError'],
  ])('names the type of %s %s', (code, name) => {
    expect(errorTypeName(code)).toBe(name);
  });
});
