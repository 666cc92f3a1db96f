import type { AnyRestRow, BareErrors } from '../rest-row.ts';

/** The document of the holder. */
const USER_ID = 'x-svc-user-id';
const bareErrors: BareErrors = {
  byName: { [USER_ID]: 'INVALID_USER_ID' },
  byCode: {
    INVALID_TOTP_CODE: { status: 422, code: 'ENTRY_TRANSACTIONAL_HASH_INVALID' },
    TOTP_EXPIRED: { status: 404, code: 'NOT_FOUND' },
  },
};

/** One-time codes over REST. */
export const totpRest: readonly AnyRestRow[] = [
  {
    method: 'POST',
    path: '/totp',
    field: 'createTotp',
    version: 1,
    success: 201,
    summary: 'Makes a one-time code for an e-mail address or phone, which the partner itself delivers.',
    document: `mutation RestCreateTotp($input: CreateTotpInput!) {
      createTotp(input: $input) { ...Refusal ... on CreateTotpSuccess { hash sandboxCode } }
    }`,
    places: [
      { at: 'input.documentNumber', in: 'header', name: USER_ID },
      { at: 'input', in: 'body', name: 'data' },
    ],
    only: { context: ['Pix'], operation: ['RegisterEntry'] },
    body: [
      { name: 'hash', from: 'hash' },
      { name: 'code', from: 'sandboxCode' },
    ],
    spelling: { optional: ['code'] },
    bareErrors,
    example: {
      headers: { [USER_ID]: '10020030169' },
      body: {
        context: 'Pix',
        operation: 'RegisterEntry',
        data: { addressingKey: { type: 'EMAIL', value: 'maria@example.com' } },
      },
    },
  },
  {
    method: 'PATCH',
    path: '/totp',
    field: 'validateTotp',
    version: 1,
    success: 200,
    summary: 'Checks a one-time code; its hash is the `x-svc-transactional-hash` of a registration.',
    document: `mutation RestValidateTotp($input: ValidateTotpInput!) {
      validateTotp(input: $input) { ...Refusal ... on ValidateTotpSuccess { transactionalHash expiresAt } }
    }`,
    places: [{ at: 'input', in: 'body', name: '' }],
    body: [
      { name: 'hash', from: 'transactionalHash' },
      {
        name: 'expirationInSeconds',
        make: ({ expiresAt }, { now }) => Math.round((Date.parse(String(expiresAt)) - now.getTime()) / 1_000),
        schema: { type: 'integer' },
      },
    ],
    bareErrors,
    example: { body: { hash: 'the hash from POST /totp', code: '041207' } },
  },
];
