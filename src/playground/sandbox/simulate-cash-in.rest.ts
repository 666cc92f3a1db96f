import type { AnyRestRow } from '../../rest/rest-row.ts';

/** Money that comes in, over REST: in sandbox mode only, as its field. */
export const cashInRest: readonly AnyRestRow[] = [
  {
    method: 'POST',
    path: '/sandbox/cash-ins',
    field: 'simulateCashIn',
    version: 1,
    success: 201,
    summary: 'Lets money come into an account, in sandbox mode.',
    document: `mutation RestSimulateCashIn($input: SimulateCashInInput!) {
      simulateCashIn(input: $input) {
        ...Refusal
        ... on SimulateCashInSuccess { cashIn { id amount currency endToEndId account { branch number } } }
      }
    }`,
    places: [{ at: 'input', in: 'body', name: '' }],
    body: { whole: 'cashIn' },
    example: { body: { accountNumber: '200001', amount: 150.25, rail: 'PIX' } },
  },
];
