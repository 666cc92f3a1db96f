import { randomUUID } from 'node:crypto';
import { periodUpTo, type Workload } from '../workloads.ts';
import { creationAccountNumber } from '../world.ts';

/** Accounts in which pockets are created here: so few that a gateway in front of another soon knows all of them. */
const ACCOUNTS = 20;
const PAGE_SIZE = 50;

const pocket = {
  user: { name: 'Ana Exemplo', document: { value: '10020030169', type: 'CPF' }, birthDate: '1990-05-17' },
  currency: 'BRL',
  label: 'Travel',
  useCase: 'CORPORATE_EXPENSES',
};
const metadata = { costCenter: '4711' };

/** Selects what the path of the partner API returns. */
const CREATE_POCKET = `mutation CreatePocket($input: CreatePocketInput!) {
  createPocket(input: $input) {
    ... on DomainError { code status message }
    ... on CreatePocketSuccess {
      replayed
      pocket {
        number label suffix currency type status reason category useCase createdAt
        user { name document { value type } birthDate }
        account {
          branch number status reason createdAt bank { ispb code name }
          holder { document { value type } type name status createdAt }
        }
      }
      links { url rel method }
      metadata
    }
  }
}`;

const MESSAGES = `query Messages($filter: WebhookMessageFilter!, $first: Int!) {
  webhookMessages(filter: $filter, first: $first) {
    nodes { id idempotencyKey state destination sentDate eventName retryCount elapsedEventCapture elapsedHttpCall context }
    totalCount pageInfo { hasNextPage endCursor }
  }
}`;

const noBody = () => '';
const accountOf = (nth: number) => creationAccountNumber(nth % ACCOUNTS);

export const createByGraphql: Workload = {
  title: 'createPocket over GraphQL',
  body: (nth) => {
    const input = { idempotencyKey: randomUUID(), accountNumber: accountOf(nth), ...pocket, metadata };
    return JSON.stringify({ operationName: 'CreatePocket', query: CREATE_POCKET, variables: { input } });
  },
  marker: '"replayed":false',
};

export const createByRest: Workload = {
  title: 'POST /accounts/{accountNumber}/pockets',
  body: noBody,
  rest: (nth) => ({
    method: 'POST',
    path: `/accounts/${accountOf(nth)}/pockets`,
    headers: { 'api-version': '2', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ data: pocket, metadata }),
  }),
  marker: '"get_pocket_balances"',
};

export const pageByGraphql: Workload = {
  title: `${PAGE_SIZE} messages and their total over GraphQL`,
  body: () => {
    const variables = { filter: periodUpTo(0), first: PAGE_SIZE };
    return JSON.stringify({ operationName: 'Messages', query: MESSAGES, variables });
  },
  marker: '"hasNextPage":true',
};

export const pageByRest: Workload = {
  title: 'GET /webhooks/processed-messages',
  body: noBody,
  rest: () => {
    const { startDate, endDate } = periodUpTo(0);
    const query = `startDate=${startDate}&endDate=${endDate}&pageSize=${PAGE_SIZE}`;
    return { method: 'GET', path: `/webhooks/processed-messages?${query}`, headers: { 'api-version': '1' }, body: '' };
  },
  marker: '"search_next_page_processed_message"',
};
