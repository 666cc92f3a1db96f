import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import type { Ask, AnyGateway, Gateway } from './gateway.ts';

/** Client of the partner of these tests, which has no webhooks in the sandbox world. */
export const CLIENT = 'beta-pay';

const REFUSAL = `
  __typename
  ... on DomainError { code status message }`;
const CONFIGURATION = `${REFUSAL}
  ... on InvalidInputError { violations { path message } }`;
const FIELDS = 'id name context eventName uri publicKey status createdAt updatedAt';

export const CREATE_CONFIGURATION = `mutation ($input: CreateWebhookConfigurationInput!) {
  createWebhookConfiguration(input: $input) { ${CONFIGURATION}
    ... on CreateWebhookConfigurationSuccess { signingSecret configuration { ${FIELDS} } } } }`;

const UPDATE = `mutation ($input: UpdateWebhookConfigurationInput!) {
  updateWebhookConfiguration(input: $input) { ${CONFIGURATION}
    ... on UpdateWebhookConfigurationSuccess { signingSecret configuration { ${FIELDS} } } } }`;

export const DELETE_CONFIGURATION = `mutation ($id: ID!) {
  deleteWebhookConfiguration(input: { configurationId: $id }) { ${REFUSAL} ... on DeleteWebhookConfigurationSuccess { configurationId } } }`;

const PING = `mutation ($id: ID!) {
  pingWebhookConfiguration(input: { configurationId: $id }) { ${REFUSAL}
    ... on PingWebhookConfigurationSuccess { attempt { at httpStatus error elapsedHttpCall } } } }`;

/** Returns a valid input; each one has its own URI. */
export function configurationInput(changes: object = {}): Record<string, unknown> {
  return {
    name: 'Cash-ins',
    context: 'PIX',
    eventName: 'PIX_CASH_IN_WAS_CLEARED',
    uri: `https://partner.example/${randomUUID()}`,
    publicKey: 'key-1',
    ...changes,
  };
}

/** Returns the result of createWebhookConfiguration, whichever member of the union it is. */
export async function createConfiguration(gateway: AnyGateway, changes: object = {}, ask: Partial<Ask> = {}) {
  const variables = { input: configurationInput(changes) };
  const data = await gateway.data({ query: CREATE_CONFIGURATION, variables, client: CLIENT, ...ask });
  return data.createWebhookConfiguration;
}

/** Creates a configuration and returns its id. */
export async function newConfiguration(
  gateway: Gateway,
  changes: object = {},
  ask: Partial<Ask> = {},
): Promise<string> {
  const created = await createConfiguration(gateway, changes, ask);
  expect(created).toMatchObject({ __typename: 'CreateWebhookConfigurationSuccess' });
  return created.configuration.id;
}

export async function updateConfiguration(gateway: Gateway, input: object, ask: Partial<Ask> = {}) {
  const data = await gateway.data({ query: UPDATE, variables: { input }, client: CLIENT, ...ask });
  return data.updateWebhookConfiguration;
}

export async function deleteConfiguration(gateway: Gateway, id: string, ask: Partial<Ask> = {}) {
  const data = await gateway.data({ query: DELETE_CONFIGURATION, variables: { id }, client: CLIENT, ...ask });
  return data.deleteWebhookConfiguration;
}

export async function pingConfiguration(gateway: Gateway, id: string, ask: Partial<Ask> = {}) {
  const data = await gateway.data({ query: PING, variables: { id }, client: CLIENT, ...ask });
  return data.pingWebhookConfiguration;
}
