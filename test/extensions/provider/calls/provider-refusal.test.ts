import { expect, test } from '@jest/globals';
import { providerRefusal } from '../../../../src/extensions/provider/calls/provider-refusal.ts';

const read = (reason: object) => providerRefusal(422, JSON.stringify({ errors: [reason] })).reasons[0];

test('the texts of a refusal are passed on without control characters', () => {
  const reason = { code: 'A\0CODE\n', propertyName: '\tdata.label', messages: ['One\0\r\ntwo.', '\0', 'Ação 😀.'] };
  expect(read(reason)).toMatchObject({
    ...{ code: 'A CODE', propertyName: 'data.label' },
    messages: ['One two.', 'Ação 😀.'],
  });
});

test('the texts of a refusal are passed on up to a limit', () => {
  const many = Array.from({ length: 50 }, () => 'm'.repeat(5_000));
  const { code, propertyName, messages } = read({
    code: 'C'.repeat(5_000),
    propertyName: 'p'.repeat(5_000),
    messages: many,
  });
  expect([code.length, propertyName?.length, messages.length, messages[0]?.length]).toEqual([150, 150, 20, 1_000]);
});

test('half a surrogate pair is not passed on', () => {
  expect(read({ code: `${'C'.repeat(149)}😀` }).code.isWellFormed()).toBe(true);
});

test('a code of only control characters is ignored', () => {
  expect(read({ code: '\0\n', type: 'https://provider.example/errors/A_CODE' }).code).toBe('A_CODE');
});

test('a code that is a number is passed on as its digits', () => {
  expect(read({ code: 1234, messages: ['No.'] })).toMatchObject({ code: '1234', reportedCode: '1234' });
});
