import type { AnyRestRow } from '../rest-row.ts';

/** Accounts of the sandbox over REST. */
export const openAccountRest: readonly AnyRestRow[] = [
  {
    method: 'POST',
    path: '/customers/{documentNumber}/accounts',
    field: 'openSandboxAccount',
    version: 1,
    success: 201,
    summary: 'Opens a payment account for an approved customer; in sandbox mode only.',
    document: `mutation RestOpenSandboxAccount($input: OpenSandboxAccountInput!) {
      openSandboxAccount(input: $input) {
        ...Refusal
        ... on OpenSandboxAccountSuccess { replayed account {
          branch number type status reason createdAt bank { ispb code name }
          holder { document { value type } type name status createdAt }
        } }
      }
    }`,
    places: [
      { at: 'input.idempotencyKey', in: 'header', name: 'idempotency-key' },
      { at: 'input.documentNumber', in: 'path', name: 'documentNumber' },
    ],
    body: { whole: 'account' },
    example: { path: { documentNumber: '10020030169' } },
  },
];
