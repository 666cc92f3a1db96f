import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { buildSchema, getNamedType, isInputObjectType } from 'graphql';
import { errorCatalogue } from '../src/capabilities.ts';
import { pathOf } from '../src/kernel/domain-error.ts';
import { raisedBy } from '../src/platform/graphql/vocabulary/raised-by.ts';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const mutationsOf = raisedBy(schema);

/** The refusal of the extension `provider` in place of those that it does not know. */
const UNMAPPED = errorCatalogue
  .filter(({ code }) => code === 'UNMAPPED_REFUSAL')
  .map(({ code }) => [code, ''] as const);

/** What the three mutations of the contract refuse: where it belongs, and whether waiting is enough. */
const PLACES: Readonly<
  Record<string, readonly (readonly [code: string, path: string, retryable?: true | 'byData'])[]>
> = {
  createPocket: [
    ['INVALID_PARAMETER', ''],
    ['IDEMPOTENCY_KEY_REUSED', 'idempotencyKey'],
    ['ACCOUNT_NOT_FOUND', 'accountNumber'],
    ['INVALID_ACCOUNT_STATUS', 'accountNumber'],
    ['PRODUCT_NOT_ELIGIBLE_FOR_THIS_COMPANY_ACCOUNT_PROGRAM', ''],
    ['INVALID_USER_BIRTHDATE_FOR_USE_CASE', 'user.birthDate'],
    ['INVALID_USER_BIRTHDATE_FOR_ACCOUNT_FOR_UNDER_AGE_USE_CASE', 'user.birthDate'],
    ['MAXIMUM_POCKETS_COUNT_REGISTERED_FOR_ACCOUNT', 'accountNumber'],
  ],
  registerCustomer: [
    ['INVALID_PARAMETER', ''],
    ['IDEMPOTENCY_KEY_REUSED', 'idempotencyKey'],
    ['PHONE_COUNTRY_CODE_NOT_ALLOWED', 'phone.countryCode'],
    ['CUSTOMER_AWAIT_EVALUATION', 'documentNumber', true],
    ['REGISTRATION_REJECTED', 'documentNumber'],
    ['TOO_MANY_LOOKUPS', '', true],
    ['PHONE_ALREADY_IN_USE', 'phone.number'],
    ['EMAIL_ALREADY_IN_USE', 'email'],
    ['INVALID_OCCUPATION', 'occupation'],
    ['DOCUMENT_ANALYSIS_NOT_APPROVED', 'documentation', 'byData'],
  ],
  registerPixEntry: [
    ['INVALID_PARAMETER', ''],
    ['IDEMPOTENCY_KEY_REUSED', 'idempotencyKey'],
    ['INVALID_USER_ID', 'userId'],
    ['PERMISSION_NOT_GRANTED', 'userId'],
    ['TARGET_ACCOUNT_DOES_NOT_EXIST', 'account'],
    ['INVALID_ACCOUNT_STATUS', 'account.number'],
    ['INVALID_ACCOUNT_HOLDER_STATUS', 'account.number'],
    ['ADDRESSING_KEY_TYPE_IS_INVALID_FOR_ACCOUNT_HOLDER_TYPE', 'addressingKey.type'],
    ['ADDRESSING_KEY_VALUE_AND_ACCOUNT_HOLDER_DOCUMENT_ARE_DIFFERENT', 'addressingKey.value'],
    ['INVALID_PHONE_NUMBER_TO_ADDRESSING_KEY', 'addressingKey.value'],
    ['INVALID_TRANSACTIONAL_HASH', 'transactionalHash'],
    ['TOO_MANY_LOOKUPS', '', true],
    ['ENTRY_ALREADY_EXISTS_TO_SAME_ACCOUNT', 'addressingKey.value'],
    ['ENTRY_ALREADY_EXISTS_TO_SAME_HOLDER_AND_ANOTHER_ACCOUNT', 'addressingKey.value'],
    ['ENTRY_ALREADY_EXISTS_TO_SAME_OWNER_INTO_ANOTHER_PLAYER', 'addressingKey.value'],
    ['ENTRY_ALREADY_EXISTS_TO_ANOTHER_HOLDER', 'addressingKey.value'],
    ['MAXIMUM_ENTRIES_COUNT_REGISTERED_FOR_ACCOUNT', 'account.number'],
    ['EVP_ENTRY_CANNOT_REGISTER_SHORT_INTERVAL', 'addressingKey.type', true],
  ],
};

describe.each(Object.entries(PLACES))('the errors of %s', (mutation, places) => {
  test('belong where the contract says, and wait where it says', () => {
    const rows = errorCatalogue.filter(({ type }) => mutationsOf.get(type)?.includes(mutation));
    const shown = rows.map((row) => [row.code, pathOf(row, mutation)?.join('.') ?? '', row.retryable ?? false]);
    const wanted = [...places, ...UNMAPPED].map(([code, path, retryable = false]) => [code, path, retryable]);
    const unlisted = shown.filter(([code]) => !wanted.some(([listed]) => listed === code));
    expect(unlisted.map((row) => `[${row.join(', ')}] is not in PLACES of this test, under ${mutation}`)).toEqual([]);
    expect(shown.toSorted()).toEqual(wanted.toSorted());
  });
});

test('whatever carries when it can be tried again is retryable', () => {
  const waiting = errorCatalogue.filter(({ type }) => {
    const shape = schema.getType(type);
    const fields = shape && 'getFields' in shape ? Object.keys(shape.getFields()) : [];
    return fields.some((name) => ['retryAfterSeconds', 'usableAt', 'leasedUntil'].includes(name));
  });
  expect(waiting.length).toBeGreaterThan(4);
  expect(waiting.filter(({ retryable }) => retryable !== true)).toEqual([]);
});

test('each message is worded in Portuguese with the same placeholders', () => {
  const holes = (message: string) => (message.match(/<\w+>/g) ?? []).toSorted();
  for (const { message, portuguese } of errorCatalogue) {
    expect(holes(portuguese)).toEqual(holes(message));
    expect(portuguese).toMatch(/^\p{Lu}.*\.$/u);
  }
});

test('each path names a member of the input of each mutation that raises the error', () => {
  const raised = errorCatalogue.flatMap((row) =>
    (mutationsOf.get(row.type) ?? []).map((mutation) => ({ mutation, code: row.code, path: pathOf(row, mutation) })),
  );
  expect(raised.filter(({ mutation, path }) => path !== null && !hasMember(mutation, path))).toEqual([]);
});

function hasMember(mutation: string, path: readonly string[]): boolean {
  const mutations = schema.getMutationType()?.getFields() ?? {};
  let type = mutations[mutation]?.args.find(({ name }) => name === 'input')?.type;
  for (const name of path) {
    const named = type && getNamedType(type);
    type = isInputObjectType(named) ? named.getFields()[name]?.type : undefined;
  }
  return type !== undefined;
}
