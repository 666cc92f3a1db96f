import type { AnyRestRow } from '../rest-row.ts';

/** One-time codes over REST. */
export const totpRest: readonly AnyRestRow[] = [
  {
    method: 'POST',
    path: '/totp',
    field: 'createTotp',
    version: 1,
    success: 201,
    summary: 'Sends a one-time code to an e-mail address or phone; `code` is returned only in sandbox mode.',
    document: `mutation RestCreateTotp($input: CreateTotpInput!) {
      createTotp(input: $input) { ...Refusal ... on CreateTotpSuccess { hash sandboxCode } }
    }`,
    places: [{ at: 'input', in: 'body', name: '' }],
    body: [
      { name: 'hash', from: 'hash' },
      { name: 'code', from: 'sandboxCode' },
    ],
    spelling: { optional: ['code'] },
    example: {
      body: { documentNumber: '10020030169', addressingKey: { type: 'EMAIL', value: 'maria@example.com' } },
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
    example: { body: { hash: 'the hash from POST /totp', code: '041207' } },
  },
];
