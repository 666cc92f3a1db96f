/**
 * The paths of the partner API, by subject.
 * @packageDocumentation
 */

import { fieldAt } from '../../../kernel/fields.ts';
import { LINKS } from '../openapi-schemas.ts';
import { unbuilt, type AnyRestRow, type RestMethod, type RestRow } from '../rest-row.ts';
import { pocketLinks } from '../../../bank/pockets/pocket-links.value.ts';

const ACCOUNT = `{
  branch number status reason createdAt bank { ispb code name }
  holder { document { value type } type name status createdAt }
}`;
const POCKET = `number label suffix currency type status reason category useCase createdAt
  user { name document { value type } birthDate }`;

const create: RestRow = {
  method: 'POST',
  path: '/accounts/{accountNumber}/pockets',
  field: 'createPocket',
  version: 2,
  success: 201,
  summary: 'Creates a pocket under a payment account.',
  document: `mutation RestCreatePocket($input: CreatePocketInput!) {
    createPocket(input: $input) {
      ...Refusal
      ... on CreatePocketSuccess { replayed pocket { ${POCKET} account ${ACCOUNT} } links { url rel method } metadata }
    }
  }`,
  places: [
    { at: 'input.idempotencyKey', in: 'header', name: 'idempotency-key' },
    { at: 'input.accountNumber', in: 'path', name: 'accountNumber' },
    { at: 'input', in: 'body', name: 'data' },
    // Missing metadata is shown as `{}`, so the two are equivalent.
    { at: 'input.metadata', in: 'body', name: 'metadata', emptyIsNone: true },
  ],
  body: [
    { name: 'data', from: 'pocket' },
    { name: 'links', from: 'links' },
    { name: 'metadata', from: 'metadata', orElse: {} },
  ],
  spelling: { midnights: ['birthDate'] },
  example: {
    path: { accountNumber: '200001' },
    headers: { 'idempotency-key': '0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55' },
    body: {
      data: {
        user: { name: 'Maria Exemplo', document: { value: '10020030240', type: 'CPF' }, birthDate: '1990-01-31' },
        currency: 'BRL',
        label: 'School trip',
        useCase: 'CORPORATE_EXPENSES',
      },
      metadata: { branch: 'South' },
    },
  },
};

const read: RestRow = {
  method: 'GET',
  path: '/pockets/{pocketNumber}',
  field: 'pocket',
  version: 2,
  success: 200,
  summary: 'A pocket by its number; `resultLevel=BASIC` leaves its account out.',
  document: `query RestPocket($number: String!, $isBasic: Boolean! = false) {
    pocket(number: $number) { ${POCKET} account @skip(if: $isBasic) ${ACCOUNT} metadata }
  }`,
  places: [
    { at: 'number', in: 'path', name: 'pocketNumber' },
    { at: 'isBasic', in: 'query', name: 'resultLevel', choices: { BASIC: true } },
  ],
  body: [
    { name: 'data', from: '', without: ['metadata'] },
    {
      name: 'links',
      make: (pocket, { publicUrl }) => pocketLinks(String(fieldAt(pocket, 'number')), publicUrl),
      schema: LINKS,
    },
    { name: 'metadata', from: 'metadata', orElse: {} },
  ],
  spelling: { optional: ['account'], midnights: ['birthDate'] },
  absent: { code: 'POCKET_NOT_FOUND', names: 'pocketNumber' },
  example: { path: { pocketNumber: '2000018412BRL' } },
};

const list: RestRow = {
  method: 'GET',
  path: '/accounts/{accountNumber}/pockets',
  field: 'paymentAccount',
  version: 2,
  success: 200,
  summary: 'The newest hundred pockets of a payment account, newest first.',
  document: `query RestPocketsOfAccount($number: String!) {
    paymentAccount(number: $number) { pockets(first: 100) { nodes { ${POCKET} } } }
  }`,
  places: [{ at: 'number', in: 'path', name: 'accountNumber' }],
  body: [{ name: 'data', from: 'pockets.nodes' }],
  spelling: { midnights: ['birthDate'] },
  absent: { code: 'ACCOUNT_NOT_FOUND', names: 'accountNumber' },
  example: { path: { accountNumber: '200001' } },
};

const close: RestRow = {
  method: 'PATCH',
  path: '/pockets/{pocketNumber}/closure',
  field: 'closePocket',
  version: 2,
  success: 204,
  summary: 'Closes a pocket for good; `reason` is HOLDER_REQUEST unless it says otherwise.',
  document: `mutation RestClosePocket($input: ClosePocketInput!) {
    closePocket(input: $input) { ...Refusal ... on ClosePocketSuccess { changed } }
  }`,
  places: [
    { at: 'input.pocketNumber', in: 'path', name: 'pocketNumber' },
    { at: 'input.reason', in: 'body', name: 'data.reason' },
    { at: 'input.reason', in: 'body', name: 'reason' },
  ],
  example: { path: { pocketNumber: '2000018412BRL' }, body: { data: { reason: 'HOLDER_REQUEST' } } },
};

const later = (method: RestMethod, path: string, summary: string) =>
  unbuilt(method, `/pockets/{pocketNumber}/${path}`, summary, 2);

/** Pockets over REST. Linked paths that are not implemented return 501. */
export const pocketRest: readonly AnyRestRow[] = [
  create,
  list,
  read,
  close,
  later('PATCH', 'users', 'Changes the user of a pocket.'),
];
