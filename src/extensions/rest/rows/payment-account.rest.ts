import { unbuilt, type AnyRestRow } from '../rest-row.ts';

/** Payment accounts over REST. */
export const accountRest: readonly AnyRestRow[] = [
  {
    method: 'GET',
    path: '/accounts/{accountNumber}',
    field: 'paymentAccount',
    version: 1,
    success: 200,
    summary: 'A payment account by its number.',
    document: `query RestPaymentAccount($number: String!) {
      paymentAccount(number: $number) {
        branch number type status reason createdAt bank { ispb code name }
        holder { document { value type } type name status createdAt }
      }
    }`,
    places: [{ at: 'number', in: 'path', name: 'accountNumber' }],
    body: { whole: '' },
    absent: { code: 'ACCOUNT_NOT_FOUND', names: 'accountNumber' },
    example: { path: { accountNumber: '200001' } },
  },
  unbuilt('GET', '/accounts/{accountNumber}/balances', 'Balances of a payment account.'),
  unbuilt('PATCH', '/accounts/{accountNumber}/closure', 'Closes a payment account.'),
];
