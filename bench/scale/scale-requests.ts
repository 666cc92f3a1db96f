import { randomUUID } from 'node:crypto';
import { createPocketBody } from '../workloads.ts';
import { scaleAccountNumber, scalePocketNumber, type ScaleWorld } from './scale-worlds.ts';

/** A request of the partner that has the pockets. */
interface ScaleRequest {
  readonly title: string;
  /** What every right answer contains. */
  readonly marker: string;
  /** Returns the nth body; bodies are spread over all accounts. */
  readonly bodyOf: (nth: number, world: ScaleWorld) => string;
}

/** Not a divisor of any number of accounts, so that requests jump over all of them. */
const STRIDE = 7_919;
const accountOf = (nth: number, { accounts }: ScaleWorld) => (nth * STRIDE) % accounts;

const ACCOUNTS = `query Accounts { paymentAccounts(first: 50) { nodes { number status createdAt } pageInfo { endCursor } } }`;
const LAST_ACCOUNTS = `query LastAccounts { paymentAccounts(last: 50) { nodes { number status createdAt } pageInfo { startCursor } } }`;
const POCKETS = `query Pockets($number: String!) {
  paymentAccount(number: $number) { pockets(first: 20) { nodes { number label createdAt } pageInfo { hasNextPage } } }
}`;
const COUNTED = `query Counted($number: String!) { paymentAccount(number: $number) { pockets(first: 1) { totalCount } } }`;
const POCKET = `query Pocket($number: String!) { pocket(number: $number) { number label account { number } } }`;
const CONFIGURATIONS = `query Configurations { webhookConfigurations(first: 50) { nodes { id name uri } } }`;
const EVENTS = `query Events { webhookEvents(last: 50) { nodes { id sequence name } } }`;

const bodyOf = (query: string, variables: object = {}) => JSON.stringify({ query, variables });

export const scaleRequests: readonly ScaleRequest[] = [
  { title: 'first page of the accounts', marker: '"endCursor"', bodyOf: () => bodyOf(ACCOUNTS) },
  { title: 'last page of the accounts', marker: '"startCursor"', bodyOf: () => bodyOf(LAST_ACCOUNTS) },
  {
    title: 'first page of the pockets of an account',
    marker: '"hasNextPage":true',
    bodyOf: (nth, world) => bodyOf(POCKETS, { number: scaleAccountNumber(accountOf(nth, world)) }),
  },
  {
    title: 'number of the pockets of an account',
    marker: '"totalCount":',
    bodyOf: (nth, world) => bodyOf(COUNTED, { number: scaleAccountNumber(accountOf(nth, world)) }),
  },
  {
    title: 'a pocket by its number',
    marker: '"label"',
    bodyOf: (nth, world) => bodyOf(POCKET, { number: scalePocketNumber(accountOf(nth, world)) }),
  },
  { title: 'configurations', marker: '"webhookConfigurations":{', bodyOf: () => bodyOf(CONFIGURATIONS) },
  { title: 'newest events', marker: '"webhookEvents":{', bodyOf: () => bodyOf(EVENTS) },
  {
    title: 'createPocket',
    marker: '"replayed":false',
    bodyOf: (nth, world) => createPocketBody(scaleAccountNumber(accountOf(nth, world)), randomUUID()),
  },
];
