import { oldestSearchDate } from '../../src/kernel/search-period.ts';
import type { Gateway } from './gateway.ts';
import { walkForward } from './pages.ts';

/** A message of the sandbox world with all fields of the query. */
export interface SeededMessage {
  readonly id: string;
  readonly idempotencyKey: string;
  readonly state: 'SUCCESS' | 'FAILED' | 'HOLD';
  readonly destination: string;
  readonly sentDate: string;
  readonly eventName: string;
  readonly context: string;
  readonly retryCount: number;
  readonly nextAttemptAt: string | null;
  readonly elapsedEventCapture: string;
  readonly elapsedHttpCall: string | null;
  readonly configuration: { readonly id: string; readonly name: string; readonly createdAt: string };
  readonly event: {
    readonly id: string;
    readonly name: string;
    readonly occurredAt: string;
    readonly entityId: string;
    readonly payload: Readonly<Record<string, unknown>>;
    readonly cashIn?: { readonly id: string; readonly account: { readonly number: string } };
  };
  readonly attempts: readonly {
    readonly at: string;
    readonly httpStatus: number | null;
    readonly error: string | null;
    readonly elapsedHttpCall: string;
  }[];
}

const MESSAGES = `query ($filter: WebhookMessageFilter!, $first: Int, $after: String) {
  webhookMessages(filter: $filter, first: $first, after: $after) {
    totalCount
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    edges { cursor node {
      id idempotencyKey state destination sentDate eventName context retryCount nextAttemptAt
      elapsedEventCapture elapsedHttpCall
      configuration { id name createdAt }
      attempts { at httpStatus error elapsedHttpCall }
      event {
        id name occurredAt entityId payload
        ... on PixCashInWasReceivedEvent { cashIn { id account { number } } }
        ... on PixCashInWasClearedEvent { cashIn { id account { number } } }
        ... on TedCashInWasClearedEvent { cashIn { id account { number } } }
      }
    } }
  }
}`;

/** Returns the longest period that can be searched, up to today. */
export function wholePeriod(now: Date): { startDate: string; endDate: string } {
  return { startDate: oldestSearchDate(now), endDate: now.toISOString().slice(0, 10) };
}

/** Returns all messages of ACME_PAY that a search finds, page by page, and its total count. */
export async function searchMessages(
  gateway: Gateway,
  filter: object = {},
): Promise<{ messages: SeededMessage[]; totalCount: number }> {
  const variables = { filter: { ...wholePeriod(gateway.clock.now()), ...filter } };
  const pages = await walkForward({ gateway, query: MESSAGES, variables, pageOf: (data) => data.webhookMessages }, 20);
  const messages = pages.flatMap(({ edges }) => edges.map(({ node }) => node as SeededMessage));
  return { messages, totalCount: pages[0]?.totalCount ?? 0 };
}
