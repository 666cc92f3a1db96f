/** Operations that the page sends, and the shapes of their answers. They use only the public schema. */
export type DeliveryState = 'SUCCESS' | 'FAILED' | 'HOLD';
export type BreakerState = 'CLOSED' | 'OPEN' | 'HALF_OPEN';

export interface LoggedEvent {
  readonly id: string;
  readonly cursor: string;
  readonly sequence: string;
  readonly name: string;
  readonly context: string;
  readonly entityId: string;
  readonly occurredAt: string;
}

export interface Delivery {
  readonly id: string;
  readonly state: DeliveryState;
  readonly eventName: string;
  readonly destination: string;
  readonly sentDate: string;
  readonly retryCount: number;
  readonly nextAttemptAt: string | null;
  readonly elapsedEventCapture: string;
  readonly elapsedHttpCall: string | null;
  readonly configuration: { readonly id: string; readonly name: string } | null;
  readonly event: { readonly id: string; readonly entityId: string };
}

export interface Endpoint {
  readonly id: string;
  readonly name: string;
  readonly eventName: string;
  readonly uri: string;
  readonly status: 'ENABLED' | 'DISABLED';
  readonly breaker: {
    readonly state: BreakerState;
    readonly heldCount: number;
    readonly nextProbeAt: string | null;
    readonly lastFailure: string | null;
  };
}

interface Attempt {
  readonly at: string;
  readonly httpStatus: number | null;
  readonly error: string | null;
  readonly elapsedHttpCall: string;
}

const EVENT_FIELDS = `__typename id cursor sequence name context entityId occurredAt`;
const DELIVERY_FIELDS = `__typename id state eventName destination sentDate retryCount nextAttemptAt
  elapsedEventCapture elapsedHttpCall configuration { id name } event { id entityId }`;

export const LIVE_EVENTS = `subscription LiveEvents($after: String) {
  webhookEvents(after: $after) { ${EVENT_FIELDS} }
}`;
export interface LiveEventsData {
  readonly webhookEvents: LoggedEvent;
}

export const LIVE_DELIVERIES = `subscription LiveDeliveries { webhookMessages { ${DELIVERY_FIELDS} } }`;
export interface LiveDeliveriesData {
  readonly webhookMessages: Delivery;
}

export const EVENTS_CURSOR = 'query EventsCursor { webhookEventsCursor }';
export interface EventsCursorData {
  readonly webhookEventsCursor: string;
}

export const NEWEST_EVENTS = `query NewestEvents {
  webhookEvents(last: 30) { nodes { ${EVENT_FIELDS} } pageInfo { endCursor } }
}`;
export interface NewestEventsData {
  readonly webhookEvents: {
    readonly nodes: readonly LoggedEvent[];
    readonly pageInfo: { readonly endCursor: string | null };
  };
}

/** Pages of deliveries, under a name that says who reads them. */
const deliveriesAs = (name: string) => `query ${name}($filter: WebhookMessageFilter!, $after: String) {
  webhookMessages(filter: $filter, first: 100, after: $after) {
    nodes { ${DELIVERY_FIELDS} } pageInfo { hasNextPage endCursor }
  }
}`;
export const DELIVERIES = deliveriesAs('Deliveries');
export const FOUND_DELIVERIES = deliveriesAs('FoundDeliveries');
export interface DeliveriesData {
  readonly webhookMessages: {
    readonly nodes: readonly Delivery[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
}

export const ONE_DELIVERY = `query OneDelivery($id: ID!) { webhookMessage(id: $id) { ${DELIVERY_FIELDS} } }`;
export interface OneDeliveryData {
  readonly webhookMessage: Delivery | null;
}

export const DELIVERY_COUNTS = `query DeliveryCounts($filter: WebhookMessageFilter!) {
  webhookMessageCounts(filter: $filter, by: STATE) { count }
}`;
export interface DeliveryCountsData {
  readonly webhookMessageCounts: readonly { readonly count: number }[];
}

const COUNTS = '{ startsAt count }';
export const COUNTS_BY_TIME = `query CountsByTime(
  $SUCCESS: WebhookMessageFilter!, $FAILED: WebhookMessageFilter!, $HOLD: WebhookMessageFilter!, $by: WebhookMessageCountBy!
) {
  SUCCESS: webhookMessageCounts(filter: $SUCCESS, by: $by) ${COUNTS}
  FAILED: webhookMessageCounts(filter: $FAILED, by: $by) ${COUNTS}
  HOLD: webhookMessageCounts(filter: $HOLD, by: $by) ${COUNTS}
}`;
export type CountsByTimeData = Readonly<
  Record<DeliveryState, readonly { readonly startsAt: string; readonly count: number }[]>
>;

export const ENDPOINTS = `query Endpoints {
  webhookConfigurations(first: 100) {
    nodes { id name eventName uri status breaker { state heldCount nextProbeAt lastFailure } }
  }
}`;
export interface EndpointsData {
  readonly webhookConfigurations: { readonly nodes: readonly Endpoint[] };
}

export const ACCOUNTS = `query Accounts {
  viewer { sandbox }
  paymentAccounts(first: 100) { nodes { number status holder { name } } }
}`;
export interface AccountsData {
  readonly viewer: { readonly sandbox: boolean };
  readonly paymentAccounts: {
    readonly nodes: readonly {
      readonly number: string;
      readonly status: string;
      readonly holder: { readonly name: string };
    }[];
  };
}

export const DETAILS = `query DeliveryDetails($id: ID!) {
  node(id: $id) {
    ... on WebhookMessage {
      idempotencyKey
      event { id payload }
      attempts { at httpStatus error elapsedHttpCall }
    }
  }
}`;
export interface DetailsData {
  readonly node: {
    readonly idempotencyKey: string;
    readonly event: { readonly id: string; readonly payload: object };
    readonly attempts: readonly Attempt[];
  } | null;
}

export const SIMULATE_CASH_IN = `mutation SimulateCashIn($input: SimulateCashInInput!) {
  simulateCashIn(input: $input) {
    __typename
    ... on SimulateCashInSuccess { cashIn { amount { value currency } account { number } } }
    ... on DomainError { message }
    ... on InvalidInputError { violations { path message } }
  }
}`;
export interface SimulateCashInData {
  readonly simulateCashIn: {
    readonly cashIn?: {
      readonly amount: { readonly value: string; readonly currency: string };
      readonly account: { readonly number: string };
    };
    readonly message?: string;
    readonly violations?: readonly { readonly path: readonly string[]; readonly message: string }[];
  } | null;
}

export const SEND_AGAIN = `mutation SendAgain($ids: [ID!]!) {
  reprocessWebhookMessages(input: { messageIds: $ids }) {
    __typename
    ... on ReprocessWebhookMessagesSuccess { accepted { id } refused { messageId reason } }
    ... on DomainError { message }
  }
}`;
export interface SendAgainData {
  readonly reprocessWebhookMessages: {
    readonly refused?: readonly { readonly reason: 'NOT_FOUND' | 'HOLD' | 'DISABLED' | 'DELETED' }[];
    readonly message?: string;
  } | null;
}
