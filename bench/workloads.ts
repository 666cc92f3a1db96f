import { randomUUID } from 'node:crypto';
import { cpfOf, documentationOf } from './customers.ts';
import type { EventContext, EventName } from '../src/kernel/domain-event.ts';
import type { RestRequest } from './http-connection.ts';
import type { SearchPeriod } from '../src/webhooks/archive/message-search.value.ts';
import type { WebhookMessageState } from '../src/webhooks/archive/webhook-message.enum.ts';
import { SPREAD_DAYS } from './messages/messages-world.ts';
import { WorkloadName } from './options.ts';
import type { SystemName } from './systems.ts';
import {
  CREATION_ACCOUNTS,
  creationAccountNumber,
  keyAccountNumber,
  keyHolderDocument,
  PAGE_ACCOUNTS,
  pageAccountNumber,
} from './world.ts';

const MS_PER_DAY = 86_400_000;
/** How many days back pages of messages are requested: they are in six partitions. */
const PAGE_DAYS = 150;

/** Number of persons reserved for the comparison of answers. */
const REGISTER_PROBES = 10;

/** One kind of request. */
export interface Workload {
  readonly title: string;
  /** Returns the nth body. */
  readonly body: (nth: number) => string;
  /** What every right answer contains; an answer without it, or with errors, ends the run. */
  readonly marker: string;
  /** Returns the nth request, if it goes to a path of the partner API. */
  readonly rest?: (nth: number) => RestRequest;
  /** Systems that do not support it. */
  readonly without?: readonly SystemName[];
}

const PAGE = `query PocketPage($number: String!) {
  paymentAccount(number: $number) {
    pockets(first: 50) {
      nodes {
        id number label currency status useCase createdAt
        account { number branch bank { ispb name } holder { name document { value } } }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;

/** The same rows as edges, each with its cursor. */
const PAGE_WITH_CURSORS = PAGE.replace('PocketPage', 'PocketPageWithCursors').replace(
  /nodes (\{.*\})\n {6}pageInfo/s,
  'edges { cursor node $1 }\n      pageInfo',
);

const CREATE_POCKET = `mutation CreatePocket($input: CreatePocketInput!) {
  createPocket(input: $input) {
    ... on CreatePocketSuccess {
      pocket { id number label suffix currency type status reason category useCase createdAt }
      replayed
    }
    ... on DomainError { code status message }
  }
}`;

const REGISTER_PIX_ENTRY = `mutation RegisterPixEntry($input: RegisterPixEntryInput!) {
  registerPixEntry(input: $input) {
    ... on RegisterPixEntrySuccess { entry { id createdAt addressingKey { type value } } }
    ... on DomainError { code status message }
  }
}`;

const REGISTER_CUSTOMER = `mutation RegisterCustomer($input: RegisterCustomerInput!) {
  registerCustomer(input: $input) {
    ... on RegisterCustomerSuccess { registration { id documentNumber status receivedAt decidedAt reasons } }
    ... on DomainError { code status message }
  }
}`;

const messagePage = (size: number) => `query MessagePage($filter: WebhookMessageFilter!) {
  webhookMessages(first: ${size}, filter: $filter) {
    nodes {
      id idempotencyKey state destination sentDate eventName context retryCount nextAttemptAt
      elapsedEventCapture elapsedHttpCall
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

const MESSAGE_TOTAL = `query MessageTotal($filter: WebhookMessageFilter!) {
  webhookMessages(first: 1, filter: $filter) { totalCount }
}`;

/** Every document of the benchmark, by its id as a persisted one. */
export const DOCUMENTS: Readonly<Record<string, string>> = {
  PocketPage: PAGE,
  PocketPageWithCursors: PAGE_WITH_CURSORS,
  CreatePocket: CREATE_POCKET,
  RegisterPixEntry: REGISTER_PIX_ENTRY,
  RegisterCustomer: REGISTER_CUSTOMER,
  MessagePage: messagePage(50),
  MessageTotal: MESSAGE_TOTAL,
};

/** Narrows a search of messages. */
export interface MessageConditions {
  readonly contexts?: readonly EventContext[];
  readonly states?: readonly WebhookMessageState[];
  readonly eventNames?: readonly EventName[];
  readonly configurationIds?: readonly string[];
  readonly entityIds?: readonly string[];
  readonly accountNumbers?: readonly string[];
  readonly idempotencyKeys?: readonly string[];
  readonly correlationIds?: readonly string[];
}

/** Returns the body of a request for the newest messages up to `daysAgo` days ago. */
export function messagePageBody(daysAgo: number, conditions: MessageConditions = {}, size = 50): string {
  const variables = { filter: { ...periodUpTo(daysAgo), ...conditions } };
  return JSON.stringify({ operationName: 'MessagePage', query: messagePage(size), variables });
}

/** Returns the body of a request for the number of all messages. */
export function messageTotalBody(): string {
  return JSON.stringify({ operationName: 'MessageTotal', query: MESSAGE_TOTAL, variables: { filter: periodUpTo(0) } });
}

/** Returns the period of all messages except those of the last `daysAgo` days. */
export function periodUpTo(daysAgo: number): SearchPeriod {
  const day = (ago: number) => new Date(Date.now() - ago * MS_PER_DAY).toISOString().slice(0, 10);
  return { startDate: day(SPREAD_DAYS), endDate: day(daysAgo) };
}

/** Returns the body of a request for a page of 50 pockets with account and holder. */
export function pageBody(number: string): string {
  return JSON.stringify({ operationName: 'PocketPage', query: PAGE, variables: { number } });
}

/** Returns the same with the cursor of each pocket. */
export function pageWithCursorsBody(number: string): string {
  const variables = { number };
  return JSON.stringify({ operationName: 'PocketPageWithCursors', query: PAGE_WITH_CURSORS, variables });
}

/** Returns the body of a request for a new pocket of an account. */
export function createPocketBody(accountNumber: string, idempotencyKey: string): string {
  const input = {
    idempotencyKey,
    accountNumber,
    user: { name: 'Ana Exemplo', document: { value: '10020030169', type: 'CPF' }, birthDate: '1990-05-17' },
    currency: 'BRL',
    label: 'Travel',
    useCase: 'CORPORATE_EXPENSES',
    metadata: { costCenter: '4711' },
  };
  return JSON.stringify({ operationName: 'CreatePocket', query: CREATE_POCKET, variables: { input } });
}

/** Returns the body of a request for a key of an account. */
export function registerPixEntryBody(accountNumber: string, addressingKey: object): string {
  const input = { addressingKey, account: { branch: '0001', number: accountNumber, type: 'PAYMENT' } };
  return JSON.stringify({ operationName: 'RegisterPixEntry', query: REGISTER_PIX_ENTRY, variables: { input } });
}

/** Returns the CPF of the nth holder, as a key. */
export function cpfKey(nth: number): object {
  return { type: 'CPF', value: keyHolderDocument(nth) };
}

/** Returns the body of a request that registers the nth person, by default with that person's documents. */
export function registerCustomerBody(nth: number, documentation = documentationOf(nth)): string {
  const input = {
    documentNumber: cpfOf(nth),
    registerName: 'Ana Exemplo',
    birthDate: '1990-05-17',
    phone: { countryCode: '55', number: `119${String(10_000_000 + nth)}` },
    address: {
      zipCode: '01310100',
      addressLine: 'Avenida Paulista',
      buildingNumber: '1000',
      complement: null,
      neighborhood: 'Bela Vista',
      city: 'São Paulo',
      state: 'SP',
      country: 'BR',
    },
    assertedIncome: { value: '5400.00', currency: 'BRL' },
    occupation: 'OCP0012',
    pep: { level: 'NONE' },
    motherName: 'Alice Exemplo',
    email: `person-${nth}@example.com`,
    documentation,
  };
  return JSON.stringify({ operationName: 'RegisterCustomer', query: REGISTER_CUSTOMER, variables: { input } });
}

/** Peers that lack the workloads for which only the bare peer was written. */
const BARE_ALONE: readonly SystemName[] = ['bare-pruned', 'mercurius', 'yoga', 'apollo', 'postgraphile'];

export const workloads: Readonly<Record<WorkloadName, Workload>> = {
  [WorkloadName.PAGE]: {
    title: '50 pockets with account and holder',
    body: (nth) => pageBody(pageAccountNumber(nth % PAGE_ACCOUNTS)),
    marker: '"hasNextPage":true',
  },
  [WorkloadName.PAGE_WITH_CURSORS]: {
    title: '50 pockets with account and holder, and the cursor of each',
    body: (nth) => pageWithCursorsBody(pageAccountNumber(nth % PAGE_ACCOUNTS)),
    marker: '"hasNextPage":true',
    without: ['mercurius', 'yoga', 'apollo', 'postgraphile'],
  },
  [WorkloadName.CREATE_POCKET]: {
    title: 'createPocket, a new key each',
    body: (nth) => createPocketBody(creationAccountNumber(nth % CREATION_ACCOUNTS), randomUUID()),
    marker: '"replayed":false',
    without: ['bare-pruned', 'postgraphile'],
  },
  [WorkloadName.REGISTER_CUSTOMER]: {
    title: 'registerCustomer, a new person each',
    body: (nth) => registerCustomerBody(nth + REGISTER_PROBES),
    marker: '"status":"PENDING_APPROVAL"',
    without: BARE_ALONE,
  },
  [WorkloadName.MESSAGES]: {
    title: '50 messages of a million',
    body: (nth) => messagePageBody(nth % PAGE_DAYS),
    marker: '"hasNextPage":true',
  },
  [WorkloadName.REGISTER_EVP]: {
    title: 'registerPixEntry, an EVP key for an account each',
    body: (nth) => registerPixEntryBody(keyAccountNumber(nth), { type: 'EVP' }),
    marker: '"addressingKey"',
    without: BARE_ALONE,
  },
  [WorkloadName.REGISTER_CPF]: {
    title: 'registerPixEntry, the CPF of another holder each',
    body: (nth) => registerPixEntryBody(keyAccountNumber(nth), cpfKey(nth)),
    marker: '"addressingKey"',
    without: BARE_ALONE,
  },
};
