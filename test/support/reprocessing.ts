import type { Ask, AnyGateway, Gateway } from './gateway.ts';
import { CLIENT } from './configurations.ts';

const REPROCESS = `mutation ($ids: [ID!]!) { reprocessWebhookMessages(input: { messageIds: $ids }) {
  __typename
  ... on ReprocessWebhookMessagesSuccess { accepted { id state retryCount } refused { messageId reason } }
  ... on DomainError { code status message }
  ... on InvalidInputError { violations { path message } } } }`;

export const BY_FILTER = `mutation ($filter: WebhookMessageFilter!, $dryRun: Boolean! = false) {
  reprocessWebhookMessagesByFilter(input: { filter: $filter, dryRun: $dryRun }) {
    __typename
    ... on ReprocessWebhookMessagesByFilterSuccess { matched reprocessing { id } }
    ... on TooManyReprocessingsError { limit }
    ... on DomainError { code status message }
    ... on InvalidInputError { violations { path message } } } }`;

const BY_RANGE = `mutation ($configurationId: ID!, $from: String!, $to: String!, $dryRun: Boolean! = false) {
  reprocessWebhookMessagesByRange(input: { configurationId: $configurationId, from: $from, to: $to, dryRun: $dryRun }) {
    __typename
    ... on ReprocessWebhookMessagesByRangeSuccess { matched reprocessing { id } }
    ... on DomainError { code status message }
    ... on InvalidInputError { violations { path message } } } }`;

const PROGRESS = `query ($id: ID!) {
  webhookReprocessing(id: $id) { id matched requeued refused createdAt finishedAt } }`;

export async function reprocess(gateway: Gateway, ids: readonly string[], ask: Partial<Ask> = {}) {
  const data = await gateway.data({ query: REPROCESS, variables: { ids }, client: CLIENT, ...ask });
  return data.reprocessWebhookMessages;
}

export async function reprocessByFilter(gateway: AnyGateway, variables: object, ask: Partial<Ask> = {}) {
  const data = await gateway.data({ query: BY_FILTER, variables, client: CLIENT, ...ask });
  return data.reprocessWebhookMessagesByFilter;
}

/** Returns the progress of a reprocessing; null if the caller has none with this id. */
export async function progressOf(gateway: Gateway, id: string, ask: Partial<Ask> = {}) {
  const data = await gateway.data({ query: PROGRESS, variables: { id }, client: CLIENT, ...ask });
  return data.webhookReprocessing;
}

export async function reprocessByRange(gateway: Gateway, variables: object, ask: Partial<Ask> = {}) {
  const data = await gateway.data({ query: BY_RANGE, variables, client: CLIENT, ...ask });
  return data.reprocessWebhookMessagesByRange;
}
