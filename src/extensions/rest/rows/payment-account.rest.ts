import { unbuilt, type AnyRestRow } from '../rest-row.ts';

const ACCOUNT = `branch number type status reason createdAt bank { ispb code name }
  holder { document { value type } type name status createdAt }`;

/** Payment accounts over REST. */
export const accountRest: readonly AnyRestRow[] = [
  {
    method: 'POST',
    path: '/customers/{documentNumber}/accounts',
    field: 'openPaymentAccount',
    version: 1,
    success: 201,
    summary: 'Opens a payment account for an approved customer: without a key a new one for each request.',
    document: `mutation RestOpenPaymentAccount($input: OpenPaymentAccountInput!) {
      openPaymentAccount(input: $input) {
        ...Refusal
        ... on OpenPaymentAccountSuccess { replayed account { ${ACCOUNT} } }
      }
    }`,
    places: [
      { at: 'input.idempotencyKey', in: 'header', name: 'idempotency-key', orNew: true },
      { at: 'input.documentNumber', in: 'path', name: 'documentNumber' },
    ],
    only: { accountType: ['PAYMENT_ACCOUNT'] },
    body: { whole: 'account' },
    located: '/accounts/{account.number}',
    example: { path: { documentNumber: '10020030169' }, body: { accountType: 'PAYMENT_ACCOUNT' } },
  },
  {
    method: 'GET',
    path: '/accounts/{accountNumber}',
    field: 'paymentAccount',
    version: 1,
    success: 200,
    summary: 'A payment account by its number.',
    document: `query RestPaymentAccount($number: String!) {
      paymentAccount(number: $number) { ${ACCOUNT} }
    }`,
    places: [{ at: 'number', in: 'path', name: 'accountNumber' }],
    body: { whole: '' },
    absent: { code: 'ACCOUNT_NOT_FOUND', names: 'accountNumber' },
    example: { path: { accountNumber: '200001' } },
  },
  {
    method: 'GET',
    path: '/customers/{documentNumber}/accounts',
    field: 'paymentAccounts',
    version: 1,
    success: 200,
    summary: 'The payment accounts of a person or company, by number; the first hundred.',
    document: `query RestAccountsOfHolder($filter: PaymentAccountFilter!) {
      paymentAccounts(filter: $filter, first: 100) { nodes { ${ACCOUNT} } }
    }`,
    places: [{ at: 'filter.holderDocumentNumbers', in: 'path', name: 'documentNumber', isRequired: true }],
    body: { whole: 'nodes' },
    example: { path: { documentNumber: '10020030169' } },
  },
  unbuilt('GET', '/accounts/{accountNumber}/balances', 'Balances of a payment account.'),
  unbuilt('GET', '/events', 'Statement of a payment account; browsers get the page of live events at this path.'),
  unbuilt('GET', '/account/statement', 'Statement of a payment account, as older programs ask for it.'),
  unbuilt('GET', '/account/balance', 'Balance of a payment account, as older programs ask for it.'),
  {
    method: 'PATCH',
    path: '/accounts/{accountNumber}/closure',
    field: 'closePaymentAccount',
    version: 1,
    success: 202,
    summary: 'Closes a payment account for good; `reason` is HOLDER_REQUEST unless it says otherwise.',
    document: `mutation RestClosePaymentAccount($input: ClosePaymentAccountInput!) {
      closePaymentAccount(input: $input) { ...Refusal ... on ClosePaymentAccountSuccess { changed } }
    }`,
    places: [
      { at: 'input.accountNumber', in: 'path', name: 'accountNumber' },
      { at: 'input.reason', in: 'body', name: 'reason' },
    ],
    example: { path: { accountNumber: '200003' }, body: { reason: 'HOLDER_REQUEST' } },
  },
];
