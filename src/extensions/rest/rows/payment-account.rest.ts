import { fieldAt } from '../../../kernel/fields.ts';
import { objectSchema } from '../openapi-schemas.ts';
import { unbuilt, type AnyRestRow } from '../rest-row.ts';

const ACCOUNT = `branch number type status reason createdAt bank { ispb code name }
  holder { document { value type } type name status createdAt }`;

const AMOUNT = objectSchema([
  ['amount', { type: 'number' }],
  ['currency', { type: 'string' }],
]);
const BALANCE = objectSchema([
  ['available', AMOUNT],
  ['inProcess', AMOUNT],
  ['blocked', AMOUNT],
]);

/** A balance as programs read it with an account; nothing of it is ever blocked. */
function balanceIn(account: Readonly<Record<string, unknown>>): object | undefined {
  const available = fieldAt(account, 'balance.available.value');
  if (typeof available !== 'string') return undefined;
  const currency = fieldAt(account, 'balance.available.currency');
  const amount = (value: unknown) => ({ amount: JSON.rawJSON(String(value)), currency });
  const inProcess = amount(fieldAt(account, 'balance.hold.value'));
  return { available: amount(available), inProcess, blocked: amount('0.00') };
}

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
    summary: 'A payment account by its number; `includeBalance=true` adds its balance.',
    document: `query RestPaymentAccount($number: String!, $includeBalance: Boolean! = false) {
      paymentAccount(number: $number) { ${ACCOUNT}
        balance @include(if: $includeBalance) { available { value currency } hold { value currency } }
      }
    }`,
    places: [
      { at: 'number', in: 'path', name: 'accountNumber' },
      { at: 'includeBalance', in: 'query', name: 'includeBalance', choices: { true: true, false: false } },
    ],
    body: { whole: '', without: ['balance'], added: [{ name: 'balance', make: balanceIn, schema: BALANCE }] },
    isOfBooks: true,
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
  unbuilt('GET', '/events', 'Statement of a payment account; browsers are led to the console.'),
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
