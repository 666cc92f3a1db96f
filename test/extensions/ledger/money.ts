import { randomUUID } from 'node:crypto';
import type { Ask, AnyGateway, Gateway } from '../../support/gateway.ts';
import { cashInInput } from '../../support/cash-ins.ts';
import { createPocket, expectSuccess, pocketInput, setPocketLimit } from '../../support/pockets.ts';
import { sql } from '../../support/webhooks.ts';

const MONEY = '{ value currency }';
const BALANCE = `{ total ${MONEY} available ${MONEY} hold ${MONEY} }`;
const TRANSACTION = `{ id authenticationCode type status amount ${MONEY} description createdAt pocket { id number } }`;

/** Selects everything that a movement can answer. */
const MOVED = (mutation: string, name: string) => `
  mutation ${name}($input: ${name}Input!) {
    ${mutation}(input: $input) {
      __typename
      ... on ${name}Success { replayed transaction ${TRANSACTION} links { rel method url } }
      ... on DomainError { code status message path retryable nextStep { mutation input } }
      ... on InvalidInputError { violations { path code message } }
      ... on InvalidAccountStatusError { accountStatus }
      ... on InvalidPocketStatusError { pocketStatus }
      ... on CurrencyMismatchError { pocketCurrency accountCurrency }
      ... on InsufficientFundsError { available ${MONEY} }
    }
  }`;
const QUERIES = {
  saveToPocket: MOVED('saveToPocket', 'SaveToPocket'),
  redeemFromPocket: MOVED('redeemFromPocket', 'RedeemFromPocket'),
};
export type Movement = keyof typeof QUERIES;

/** Returns the result of a movement of 1.00, whichever member of the union it is. */
export async function move(gateway: AnyGateway, mutation: Movement, changes: object, ask: Partial<Ask> = {}) {
  const input = { idempotencyKey: randomUUID(), amount: '1.00', currency: 'BRL', ...changes };
  const data = await gateway.data({ query: QUERIES[mutation], variables: { input }, ...ask });
  return data[mutation];
}

const CASH_IN = `mutation ($input: SimulateCashInInput!) { simulateCashIn(input: $input) {
  ... on SimulateCashInSuccess { cashIn { id status clearedAt createdAt } }
  ... on DomainError { code }
  ... on InvalidInputError { violations { path code } }
} }`;

/** Returns the result of a cash-in, with its status. */
export async function receive(gateway: AnyGateway, changes: object = {}, ask: Partial<Ask> = {}) {
  const data = await gateway.data({ query: CASH_IN, variables: { input: cashInInput(changes) }, ...ask });
  return data.simulateCashIn;
}

const ACCOUNT = `query ($number: String!) { paymentAccount(number: $number) { balance ${BALANCE} lastMovementAt } }`;
const POCKET = `query ($number: String!) { pocket(number: $number) { balance ${BALANCE} lastMovementAt status } }`;

export interface Balance {
  readonly total: string;
  readonly available: string;
  readonly hold: string;
}

function valuesOf(balance: Readonly<Record<keyof Balance, { readonly value: string }>>): Balance {
  return { total: balance.total.value, available: balance.available.value, hold: balance.hold.value };
}

export async function balanceOfAccount(
  gateway: AnyGateway,
  number = '200001',
  ask: Partial<Ask> = {},
): Promise<Balance> {
  const { paymentAccount } = await gateway.data({ query: ACCOUNT, variables: { number }, ...ask });
  return valuesOf(paymentAccount.balance);
}

export async function balanceOfPocket(gateway: AnyGateway, number: string, ask: Partial<Ask> = {}): Promise<Balance> {
  const { pocket } = await gateway.data({ query: POCKET, variables: { number }, ...ask });
  return valuesOf(pocket.balance);
}

const STATEMENT = `query ($number: String!, $filter: StatementFilter, $orderBy: TimeOrder!, $first: Int, $after: String) {
  paymentAccount(number: $number) { statement(filter: $filter, orderBy: $orderBy, first: $first, after: $after) {
    totalCount pageInfo { hasNextPage endCursor }
    nodes { id sequence kind amount ${MONEY} balanceAfter ${MONEY} occurredAt cashIn { id } pocketTransaction { id } }
  } }
}`;

export interface Entry {
  readonly id: string;
  readonly sequence: number;
  readonly kind: string;
  readonly amount: { readonly value: string };
  readonly balanceAfter: { readonly value: string };
  readonly occurredAt: string;
  readonly cashIn: { readonly id: string } | null;
  readonly pocketTransaction: { readonly id: string } | null;
}

/** Walks a statement page by page. */
export async function statementOf(
  gateway: AnyGateway,
  { number = '200001', orderBy = 'OLDEST', first = 50, filter = null as object | null, ask = {} } = {},
): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let after: string | null = null; ;) {
    const variables = { number, orderBy, first, filter, after };
    const { paymentAccount } = await gateway.data({ query: STATEMENT, variables, ...ask });
    entries.push(...paymentAccount.statement.nodes);
    if (!paymentAccount.statement.pageInfo.hasNextPage) return entries;
    after = paymentAccount.statement.pageInfo.endCursor;
  }
}

/** Creates a pocket, of an account that may have a thousand. */
export async function newPocket(gateway: Gateway, changes: object = {}, ask: Partial<Ask> = {}): Promise<string> {
  await setPocketLimit(gateway, '200001', 1_000);
  return (await expectSuccess(createPocket(gateway, pocketInput(changes), ask))).pocket.number;
}

/** Sums of money in the books, in one snapshot: with what has entered, nothing is left. */
export async function sumsOf(gateway: Gateway) {
  const [sums] = await sql<{ entries: string; balances: string; entered: string }>(
    gateway,
    `select (select coalesce(sum(amount), 0) from ledger_entry)::text as entries,
       (select coalesce(sum(available + hold), 0) from ledger_balance)::text as balances,
       (select coalesce(-sum(amount), 0) from ledger_entry where bucket = 'SETTLEMENT')::text as entered`,
    [],
  );
  return sums;
}
