import type { AnyRestRow } from '../rest-row.ts';

/** Simulated payments over REST, in sandbox mode only, like the GraphQL field. */
export const cashInRest: readonly AnyRestRow[] = [
  {
    method: 'POST',
    path: '/sandbox/cash-ins',
    field: 'simulateCashIn',
    version: 1,
    success: 201,
    summary: 'Simulates an incoming payment to an account; in sandbox mode only.',
    document: `mutation RestSimulateCashIn($input: SimulateCashInInput!) {
      simulateCashIn(input: $input) {
        ...Refusal
        ... on SimulateCashInSuccess { replayed cashIn { id amount { value currency } endToEndId account { branch number } } }
      }
    }`,
    places: [
      { at: 'input.idempotencyKey', in: 'header', name: 'idempotency-key', member: 'idempotencyKey' },
      { at: 'input', in: 'body', name: '' },
    ],
    body: [
      { name: 'id', from: 'cashIn.id' },
      { name: 'amount', from: 'cashIn.amount.value' },
      { name: 'currency', from: 'cashIn.amount.currency' },
      { name: 'endToEndId', from: 'cashIn.endToEndId' },
      { name: 'account', from: 'cashIn.account' },
    ],
    example: { body: { accountNumber: '200001', amount: 150.25, rail: 'PIX' } },
  },
];
