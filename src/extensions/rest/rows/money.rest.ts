import { fieldAt } from '../../../kernel/fields.ts';
import { transactionLinks } from '../../ledger/movements/transaction-links.value.ts';
import { LINKS, objectSchema } from '../openapi-schemas.ts';
import type { AnyRestRow, Member, RestRow } from '../rest-row.ts';
import { seekStatement } from './seek-statement.loader.ts';

const MONEY = '{ value currency }';
const BALANCE = `total ${MONEY} available ${MONEY} hold ${MONEY}`;
const TRANSACTION = `authenticationCode type status amount ${MONEY} description pocket { number } createdAt`;

const text = { type: 'string' };
const EXAMPLE_CODE = '0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55';

const balanceOfPocket: RestRow = {
  method: 'GET',
  path: '/pockets/{pocketNumber}/balances',
  field: 'pocket',
  version: 2,
  success: 200,
  summary: 'Balances of a pocket.',
  document: `query RestBalancesOfPocket($number: String!) { pocket(number: $number) { balance { ${BALANCE} } } }`,
  places: [{ at: 'number', in: 'path', name: 'pocketNumber' }],
  body: [{ name: 'data', from: 'balance' }],
  isOfBooks: true,
  absent: { code: 'POCKET_NOT_FOUND', names: 'pocketNumber' },
  example: { path: { pocketNumber: '2000018412BRL' } },
};

const balanceOfAccount: RestRow = {
  method: 'GET',
  path: '/accounts/{accountNumber}/balances',
  field: 'paymentAccount',
  version: 1,
  success: 200,
  summary: 'Balances of a payment account.',
  document: `query RestBalancesOfAccount($number: String!) {
    paymentAccount(number: $number) { balance { ${BALANCE} } }
  }`,
  places: [{ at: 'number', in: 'path', name: 'accountNumber' }],
  body: [{ name: 'data', from: 'balance' }],
  isOfBooks: true,
  absent: { code: 'ACCOUNT_NOT_FOUND', names: 'accountNumber' },
  example: { path: { accountNumber: '200001' } },
};

function movement(path: string, mutation: 'saveToPocket' | 'redeemFromPocket', summary: string): RestRow {
  const name = mutation === 'saveToPocket' ? 'SaveToPocket' : 'RedeemFromPocket';
  return {
    method: 'POST',
    path: `/pockets/{pocketNumber}/transactions/${path}`,
    field: mutation,
    version: 2,
    success: 202,
    summary,
    document: `mutation Rest${name}($input: ${name}Input!) {
      ${mutation}(input: $input) {
        ...Refusal
        ... on ${name}Success { replayed transaction { ${TRANSACTION} } links { url rel method } }
      }
    }`,
    places: [
      { at: 'input.idempotencyKey', in: 'header', name: 'idempotency-key' },
      { at: 'input.pocketNumber', in: 'path', name: 'pocketNumber' },
      { at: 'input.amount', in: 'body', name: 'data.amount.value' },
      { at: 'input.currency', in: 'body', name: 'data.amount.currency' },
      { at: 'input.description', in: 'body', name: 'data.description' },
    ],
    body: [
      { name: 'data', from: 'transaction' },
      { name: 'links', from: 'links' },
    ],
    located: '/pockets/{pocketNumber}/transactions/{transaction.authenticationCode}',
    example: {
      path: { pocketNumber: '2000018412BRL' },
      headers: { 'idempotency-key': EXAMPLE_CODE },
      body: { data: { amount: { value: 10.5, currency: 'BRL' }, description: 'School trip' } },
    },
  };
}

const links: Member = {
  name: 'links',
  make: (result, { publicUrl }) =>
    transactionLinks(
      String(fieldAt(result, 'pocket.number')),
      String(fieldAt(result, 'authenticationCode')),
      publicUrl,
    ),
  schema: LINKS,
};

const transaction: RestRow = {
  method: 'GET',
  path: '/pockets/{pocketNumber}/transactions/{authenticationCode}',
  field: 'pocketTransaction',
  version: 2,
  success: 200,
  summary: 'A saving or a redeem of a pocket by its code.',
  document: `query RestPocketTransaction($authenticationCode: UUID!) {
    pocketTransaction(authenticationCode: $authenticationCode) { ${TRANSACTION} }
  }`,
  places: [{ at: 'authenticationCode', in: 'path', name: 'authenticationCode' }],
  body: [{ name: 'data', from: '' }, links],
  absent: { code: 'POCKET_TRANSACTION_NOT_FOUND', names: 'authenticationCode' },
  refuses: {
    codes: ['POCKET_TRANSACTION_NOT_FOUND'],
    codeOf: (found, { pocketNumber }) =>
      fieldAt(found, 'pocket.number') === pocketNumber ? undefined : 'POCKET_TRANSACTION_NOT_FOUND',
    names: 'authenticationCode',
  },
  example: { path: { pocketNumber: '2000018412BRL', authenticationCode: EXAMPLE_CODE } },
};

const MONEY_SCHEMA = objectSchema([
  ['value', { type: 'number' }],
  ['currency', text],
]);

/** An amount as it is, not as a double. */
const moneyAt = (entry: object, way: string) => ({
  value: JSON.rawJSON(String(fieldAt(entry, `${way}.value`))),
  currency: fieldAt(entry, `${way}.currency`),
});

const statement: RestRow = {
  method: 'GET',
  path: '/accounts/{accountNumber}/statement',
  field: 'paymentAccount',
  version: 1,
  success: 200,
  summary: 'Movements of the available balance of a payment account, newest first.',
  document: `query RestStatement($number: String!, $first: Int, $after: String) {
    paymentAccount(number: $number) { statement(first: $first, after: $after) {
      data: nodes {
        sequence kind amount ${MONEY} balanceAfter ${MONEY} occurredAt cashIn { id } pocketTransaction { id description }
      }
      totalCount pageInfo { hasNextPage endCursor }
    } }
  }`,
  places: [{ at: 'number', in: 'path', name: 'accountNumber' }],
  isOfBooks: true,
  paged: {
    at: 'statement',
    seek: seekStatement,
    next: 'next_page',
    self: 'self',
    item: {
      make: (entry) => ({
        sequence: fieldAt(entry, 'sequence'),
        kind: fieldAt(entry, 'kind'),
        amount: moneyAt(entry, 'amount'),
        balanceAfter: moneyAt(entry, 'balanceAfter'),
        occurredAt: fieldAt(entry, 'occurredAt'),
        authenticationCode: fieldAt(entry, 'cashIn.id') ?? fieldAt(entry, 'pocketTransaction.id'),
        description: fieldAt(entry, 'pocketTransaction.description') ?? null,
      }),
      schema: objectSchema([
        ['sequence', { type: 'integer' }],
        ['kind', { type: 'string', enum: ['CASH_IN', 'SAVING', 'REDEEM'] }],
        ['amount', MONEY_SCHEMA],
        ['balanceAfter', MONEY_SCHEMA],
        ['occurredAt', { type: 'string', format: 'date-time' }],
        ['authenticationCode', { type: 'string', format: 'uuid' }],
        ['description', { anyOf: [text, { type: 'null' }] }],
      ]),
    },
  },
  absent: { code: 'ACCOUNT_NOT_FOUND', names: 'accountNumber' },
  example: { path: { accountNumber: '200001' } },
};

/** Money over REST: balances, savings and redeems, and the statement. */
export const moneyRest: readonly AnyRestRow[] = [
  balanceOfPocket,
  movement('savings', 'saveToPocket', 'Moves money from the account into a pocket.'),
  movement('redeems', 'redeemFromPocket', 'Moves money from a pocket back to the account.'),
  transaction,
  balanceOfAccount,
  statement,
];
