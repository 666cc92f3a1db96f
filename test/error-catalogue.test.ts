import { readFileSync } from 'node:fs';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import { describe, expect, test } from '@jest/globals';
import { buildSchema, isEnumType, isObjectType, isUnionType } from 'graphql';
import { errorCatalogue } from '../src/capabilities.ts';
import { errorTypeName } from '../src/kernel/domain-error.ts';
import { requestErrors } from '../src/platform/graphql/errors/request-errors.ts';
import { raisedBy } from '../src/platform/graphql/vocabulary/raised-by.ts';
import { socketCloses } from '../src/platform/sockets/socket-message.ts';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const page = readFileSync('docs/errors.md', 'utf8');

/** Every code in the partner API's documentation, with its message if it has one. */
const PARTNER_API_CODES: readonly (readonly [code: string, status: number, message?: string])[] = [
  ['MAXIMUM_POCKETS_COUNT_REGISTERED_FOR_ACCOUNT', 422, 'Account has reached the maximum pocket counts.'],
  [
    'PRODUCT_NOT_ELIGIBLE_FOR_THIS_COMPANY_ACCOUNT_PROGRAM',
    422,
    'Product not eligible for company accounts program under this company key <company_key>. Request the product setting to you account manager.',
  ],
  [
    'INVALID_USER_BIRTHDATE_FOR_USE_CASE',
    422,
    'The birthdate of the user <birthdate> is invalid to use case <useCase>.',
  ],
  [
    'INVALID_USER_BIRTHDATE_FOR_ACCOUNT_FOR_UNDER_AGE_USE_CASE',
    422,
    'The use case ACCOUNT_FOR_UNDER_AGE is only for user between 16 and 18 years old.',
  ],
  ['CUSTOMER_AWAIT_EVALUATION', 409, 'Customer await evaluation.'],
  ['PHONE_ALREADY_IN_USE', 422, 'Phone already in use to another customer.'],
  ['EMAIL_ALREADY_IN_USE', 422, 'Email already in use to another customer.'],
  ['INVALID_OCCUPATION', 422, 'Occupation provided is invalid.'],
  ['ADDRESSING_KEY_VALUE_AND_ACCOUNT_HOLDER_DOCUMENT_ARE_DIFFERENT', 422],
  ['ADDRESSING_KEY_TYPE_IS_INVALID_FOR_ACCOUNT_HOLDER_TYPE', 422],
  ['TARGET_ACCOUNT_DOES_NOT_EXIST', 422],
  ['INVALID_ACCOUNT_STATUS', 422],
  ['INVALID_ACCOUNT_HOLDER_STATUS', 422],
  ['MAXIMUM_ENTRIES_COUNT_REGISTERED_FOR_ACCOUNT', 422, 'Account has reached the maximum entries count registered.'],
  [
    'ENTRY_ALREADY_EXISTS_TO_SAME_HOLDER_AND_ANOTHER_ACCOUNT',
    422,
    'Entry already in use to same holder but to another account. Consider making portability request.',
  ],
  [
    'ENTRY_ALREADY_EXISTS_TO_ANOTHER_HOLDER',
    422,
    'Entry already exists to another holder. Consider making claim request.',
  ],
  [
    'ENTRY_ALREADY_EXISTS_TO_SAME_ACCOUNT',
    422,
    'Entry already in use to same account. Consider making change account request.',
  ],
  [
    'ENTRY_ALREADY_EXISTS_TO_SAME_OWNER_INTO_ANOTHER_PLAYER',
    422,
    'Entry already in use to same owner in another player. Consider making portability request.',
  ],
  [
    'EVP_ENTRY_CANNOT_REGISTER_SHORT_INTERVAL',
    422,
    'Entry of type EVP cannot be registered in a short interval of time. Please wait a minute and try again.',
  ],
  ['INVALID_USER_ID', 422, 'Ensure that the x-svc-pix-user-id header is a valid CPF or CNPJ document.'],
  ['PERMISSION_NOT_GRANTED', 422, 'Permission not granted to perform the operation.'],
  ['INVALID_PHONE_NUMBER_TO_ADDRESSING_KEY', 422],
];

/** Result unions of all mutations, by mutation. */
const unions = Object.values(schema.getMutationType()?.getFields() ?? {}).map(({ name, type }) => {
  const members = isUnionType(type) ? type.getTypes().map((member) => member.name) : [];
  return { mutation: name, refusals: members.filter((member) => member.endsWith('Error')).sort() };
});

test('docs/pockets-and-accounts.md lists each error of createPocket but unmapped ones', () => {
  const listed = readFileSync('docs/pockets-and-accounts.md', 'utf8');
  const { refusals = [] } = unions.find(({ mutation }) => mutation === 'createPocket') ?? {};
  const missing = refusals.filter((name) => !listed.includes(`\`${name}\``));
  expect(missing.filter((name) => name !== 'UnmappedRefusalError')).toEqual([]);
});

describe('the catalogue', () => {
  test.each(PARTNER_API_CODES)("has the partner API's %s, verbatim", (code, status, ...[message]) => {
    const row = errorCatalogue.find((entry) => entry.code === code);
    expect(row).toMatchObject({ origin: 'PARTNER_API', status, ...(message !== undefined && { message }) });
  });

  test('marks exactly the other codes as the gateway’s own', () => {
    const known = new Set(PARTNER_API_CODES.map(([code]) => code));
    for (const { code, origin } of errorCatalogue)
      expect([code, origin]).toEqual([code, known.has(code) ? 'PARTNER_API' : 'GATEWAY']);
  });

  test('has one value of the enum for each code, and no others', () => {
    const type = schema.getType('ErrorCode');
    const values = isEnumType(type) ? type.getValues().map(({ name }) => name) : [];
    expect(values.sort()).toEqual(errorCatalogue.map(({ code }) => code).sort());
  });

  test.each(unions)('has the same errors for $mutation as its union', ({ mutation, refusals }) => {
    const raised = [...raisedBy(schema)].filter(([member, by]) => member.endsWith('Error') && by.includes(mutation));
    expect(refusals).toEqual(raised.map(([member]) => member).sort());
    expect(refusals).toEqual(
      refusals.filter((name) => errorCatalogue.some(({ code }) => errorTypeName(code) === name)),
    );
  });

  test.each(unions.flatMap(({ refusals }) => refusals))('describes %s by "Returned when"', (name) => {
    const type = schema.getType(name);
    const row = errorCatalogue.find(({ code }) => errorTypeName(code) === name);
    expect(isObjectType(type) && type.description).toBe(`Returned when ${row?.condition ?? ''}.`);
  });

  test('has a line in docs/errors.md for each code, with its type if there is one, and no others', () => {
    const lines = [...page.matchAll(/^- `([A-Z_]+)` (\d{3})(?: `(\w+)`)?: (?!Raised when)/gm)];
    const rows = errorCatalogue.map(({ code, status, type }) => [code, String(status), schema.getType(type)?.name]);
    expect(lines.map(([, code, status, type]) => [code, status, type]).sort()).toEqual(rows.sort());
  });

  test('has a line in docs/errors.md for each top-level error, and no others', () => {
    const lines = [...page.matchAll(/^- `([A-Z_]+)` (\d{3}): Raised when .*\.$/gm)];
    const rows = Object.entries(requestErrors).map(([code, { status }]) => [code, String(status)]);
    expect(lines.map(([, code, status]) => [code, status])).toEqual(rows);
  });

  test('has a line in docs/errors.md for each close code, and no others', () => {
    const lines = [...page.matchAll(/^- (\d{4}): Closed when .*\.$/gm)];
    expect(lines.map(([, code]) => code)).toEqual(Object.keys(socketCloses));
  });

  test("has all of Apollo's codes but that of persisted queries that are turned off", () => {
    const { PERSISTED_QUERY_NOT_SUPPORTED: _off, ...codes } = ApolloServerErrorCode;
    expect(Object.keys(requestErrors)).toEqual(expect.arrayContaining(Object.keys(codes)));
  });
});
