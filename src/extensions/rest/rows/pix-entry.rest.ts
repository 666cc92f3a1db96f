import { fieldAt, fieldsOf } from '../../../kernel/fields.ts';
import { unbuilt, type AnyRestRow } from '../rest-row.ts';

const HASH = 'x-svc-transactional-hash';
/** Key types that others could claim: a hash proves their ownership. */
const PROVEN: readonly unknown[] = ['EMAIL', 'PHONE'];

const LISTED_KEYS = {
  type: 'array',
  items: {
    type: 'object',
    required: ['type', 'value', 'status', 'createdAt'],
    properties: {
      type: { type: 'string' },
      value: { type: 'string' },
      status: { type: 'string' },
      createdAt: { type: 'string', format: 'date-time' },
    },
  },
} as const;

function listedKey(entry: unknown): object {
  const { type, value } = fieldsOf(fieldAt(entry, 'addressingKey'));
  return { type, value, status: 'OWNED', createdAt: fieldAt(entry, 'createdAt') };
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
          createdAt
        } }
      }
    }`,
    places: [
      { at: 'input.idempotencyKey', in: 'header', name: 'idempotency-key' },
      { at: 'input.transactionalHash', in: 'header', name: HASH },
      { at: 'input.userId', in: 'header', name: 'x-svc-pix-user-id' },
      { at: 'input', in: 'body', name: '' },
    ],
    needs: (variables) => (PROVEN.includes(fieldAt(variables, 'input.addressingKey.type')) ? [HASH] : []),
    body: [
      { name: 'addressingKey', from: 'entry.addressingKey' },
      { name: 'account', from: 'entry.account' },
      { name: 'status', constant: 'OWNED' },
      { name: 'createdAt', from: 'entry.createdAt' },
      { name: 'ownedAt', from: 'entry.createdAt' },
    ],
    example: {
      body: { addressingKey: { type: 'EVP' }, account: { branch: '0001', number: '200001', type: 'PAYMENT' } },
    },
  },
  {
    method: 'GET',
    path: '/accounts/{accountNumber}/addressing-keys',
    field: 'paymentAccount',
    version: 1,
    success: 200,
    summary: 'Addressing keys of a payment account, newest first.',
    document: `query RestAddressingKeys($number: String!) {
      paymentAccount(number: $number) { pixEntries { addressingKey { type value } createdAt } }
    }`,
    places: [{ at: 'number', in: 'path', name: 'accountNumber' }],
    body: [
      {
        name: 'data',
        make: ({ pixEntries }) => (Array.isArray(pixEntries) ? pixEntries.map(listedKey) : []),
        schema: LISTED_KEYS,
      },
    ],
    absent: { code: 'ACCOUNT_NOT_FOUND', names: 'accountNumber' },
    example: { path: { accountNumber: '200001' } },
  },
  unbuilt('DELETE', '/pix/entries/{key}', 'Deletes an addressing key.'),
  unbuilt('POST', '/pix/claims', 'Claims an addressing key.'),
  unbuilt('GET', '/pix/claims', 'Claims of a holder.'),
  unbuilt('PATCH', '/pix/claims/{claimId}/confirm', 'Confirms a claim.'),
  unbuilt('PATCH', '/pix/claims/{claimId}/complete', 'Completes a claim.'),
  unbuilt('PATCH', '/pix/claims/{claimId}/cancel', 'Cancels a claim.'),
];
