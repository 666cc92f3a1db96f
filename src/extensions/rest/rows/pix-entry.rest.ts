import { drawEndToEndId } from '../../../bank/cash-ins/end-to-end-id.value.ts';
import { fieldAt, fieldsOf } from '../../../kernel/fields.ts';
import { objectSchema } from '../openapi-schemas.ts';
import { unbuilt, type AnyRestRow, type JsonSchema } from '../rest-row.ts';

const HASH = 'x-svc-transactional-hash';
/** Key types that others could claim: a hash proves their ownership. */
const PROVEN: readonly unknown[] = ['EMAIL', 'PHONE'];

const KEY = {
  type: 'object',
  required: ['type', 'value'],
  properties: { type: { type: 'string' }, value: { type: 'string' } },
} as const;

const text = { type: 'string' };
const ACCOUNT: JsonSchema = objectSchema([
  ['branch', text],
  ['number', text],
  ['type', text],
  [
    'holder',
    objectSchema([
      [
        'document',
        objectSchema([
          ['value', text],
          ['type', text],
        ]),
      ],
      ['documentNumber', text],
      ['type', text],
      ['name', text],
    ]),
  ],
  [
    'bank',
    objectSchema([
      ['ispb', text],
      ['code', text],
      ['compe', text],
      ['name', text],
    ]),
  ],
]);

/** Writes the account of a key with the names that programs read, too: `documentNumber` and `compe`. */
function accountShown({ holder, bank, ...account }: Readonly<Record<string, unknown>>) {
  const documentNumber = fieldAt(holder, 'document.value');
  const compe = fieldAt(bank, 'code');
  return {
    ...account,
    holder: { ...fieldsOf(holder), documentNumber },
    bank: { ...fieldsOf(bank), compe },
  };
}

/** Addressing keys over REST. */
export const pixRest: readonly AnyRestRow[] = [
  {
    method: 'POST',
    path: '/pix/entries',
    field: 'registerPixEntry',
    version: 1,
    success: 201,
    summary: 'Registers an addressing key for an account.',
    document: `mutation RestRegisterPixEntry($input: RegisterPixEntryInput!) {
      registerPixEntry(input: $input) {
        ...Refusal
        ... on RegisterPixEntrySuccess { replayed entry {
          addressingKey { type value }
          account { branch number type holder { document { value type } type name } bank { ispb code name } }
          status createdAt ownedAt
        } }
      }
    }`,
    places: [
      { at: 'input.transactionalHash', in: 'header', name: HASH },
      { at: 'input.userId', in: 'header', name: 'x-svc-pix-user-id' },
      { at: 'input', in: 'body', name: '' },
    ],
    needs: (variables) => (PROVEN.includes(fieldAt(variables, 'input.addressingKey.type')) ? [HASH] : []),
    body: [
      { name: 'addressingKey', from: 'entry.addressingKey' },
      {
        name: 'account',
        make: (result) => accountShown(fieldsOf(fieldAt(result, 'entry.account'))),
        schema: ACCOUNT,
        of: 'entry.account',
      },
      { name: 'status', from: 'entry.status' },
      { name: 'createdAt', from: 'entry.createdAt' },
      { name: 'ownedAt', from: 'entry.ownedAt' },
    ],
    example: {
      body: { addressingKey: { type: 'EVP' }, account: { branch: '0001', number: '200001', type: 'PAYMENT' } },
    },
  },
  {
    method: 'GET',
    path: '/accounts/{accountNumber}/addressing-keys',
    field: 'paymentAccount',
    enough: 'pix.account.read',
    version: 1,
    success: 200,
    summary: 'Addressing keys of a payment account, newest first.',
    document: `query RestAddressingKeys($number: String!) {
      paymentAccount(number: $number) { pixEntries { addressingKey { type value } } }
    }`,
    places: [{ at: 'number', in: 'path', name: 'accountNumber' }],
    body: { each: 'pixEntries', make: ({ addressingKey }) => fieldsOf(addressingKey), schema: KEY },
    absent: { code: 'ACCOUNT_NOT_FOUND', names: 'accountNumber' },
    example: { path: { accountNumber: '200001' } },
  },
  {
    method: 'GET',
    path: '/pix/entries/{key}',
    field: 'pixEntry',
    version: 1,
    success: 200,
    summary: 'An addressing key of an account of the partner, with its holder.',
    document: `query RestPixEntry($key: String!) {
      pixEntry(key: $key) {
        addressingKey { type value } status createdAt ownedAt
        account { holder { type name document { value type } } bank { ispb } }
      }
    }`,
    places: [{ at: 'key', in: 'path', name: 'key' }],
    body: [
      {
        name: 'endToEndId',
        make: (entry, { now, random }) => drawEndToEndId(String(fieldAt(entry, 'account.bank.ispb')), now, random),
        schema: { type: 'string', description: 'For a payment to this key; a new one each time.' },
      },
      { name: 'addressingKey', from: 'addressingKey' },
      { name: 'holder', from: 'account.holder' },
      { name: 'status', from: 'status' },
      { name: 'createdAt', from: 'createdAt' },
      { name: 'ownedAt', from: 'ownedAt' },
    ],
    absent: { code: 'PIX_ENTRY_NOT_FOUND', names: 'key' },
    example: { path: { key: '10020030320' } },
  },
  {
    method: 'DELETE',
    path: '/pix/entries/{key}',
    field: 'deletePixEntry',
    version: 1,
    success: 204,
    summary: 'Deletes an addressing key.',
    document: `mutation RestDeletePixEntry($input: DeletePixEntryInput!) {
      deletePixEntry(input: $input) { ...Refusal ... on DeletePixEntrySuccess { addressingKey { type value } } }
    }`,
    places: [
      { at: 'input.key', in: 'path', name: 'key' },
      { at: 'input.userId', in: 'header', name: 'x-svc-pix-user-id' },
    ],
    example: { path: { key: 'ana@example.com' } },
  },
  unbuilt('POST', '/pix/claims', 'Claims an addressing key.'),
  unbuilt('GET', '/pix/claims', 'Claims of a holder.'),
  unbuilt('PATCH', '/pix/claims/{claimId}/confirm', 'Confirms a claim.'),
  unbuilt('PATCH', '/pix/claims/{claimId}/complete', 'Completes a claim.'),
  unbuilt('PATCH', '/pix/claims/{claimId}/cancel', 'Cancels a claim.'),
];
