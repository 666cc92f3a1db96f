import { randomUUID } from 'node:crypto';
import { WorkloadName } from './options.ts';
import { CREATION_ACCOUNTS, creationAccountNumber, PAGE_ACCOUNTS, pageAccountNumber } from './world.ts';

/** One kind of request. */
export interface Workload {
  readonly title: string;
  /** The nth body. */
  readonly body: (nth: number) => string;
  /** What every right answer contains; an answer without it, or with errors, ends the run. */
  readonly marker: string;
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

const CREATE_POCKET = `mutation CreatePocket($input: CreatePocketInput!) {
  createPocket(input: $input) {
    ... on CreatePocketSuccess {
      pocket { id number label suffix currency type status reason category useCase createdAt }
      replayed
    }
    ... on DomainError { code status message }
  }
}`;

/** The body of a request for a page of 50 pockets with account and holder. */
export function pageBody(number: string): string {
  return JSON.stringify({ operationName: 'PocketPage', query: PAGE, variables: { number } });
}

/** The body of a request for a new pocket below an account. */
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

export const workloads: Readonly<Record<WorkloadName, Workload>> = {
  [WorkloadName.PAGE]: {
    title: '50 pockets with account and holder',
    body: (nth) => pageBody(pageAccountNumber(nth % PAGE_ACCOUNTS)),
    marker: '"hasNextPage":true',
  },
  [WorkloadName.CREATE_POCKET]: {
    title: 'createPocket, a new key each',
    body: (nth) => createPocketBody(creationAccountNumber(nth % CREATION_ACCOUNTS), randomUUID()),
    marker: '"replayed":false',
  },
};
