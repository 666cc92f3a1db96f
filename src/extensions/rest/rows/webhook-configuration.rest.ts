import { fieldAt, fieldsOf } from '../../../kernel/fields.ts';
import { LINKS } from '../openapi-schemas.ts';
import type { AnyRestRow, Member, RestRow, Spelling, Variables } from '../rest-row.ts';
import { seekConfigurations } from './seek-configurations.loader.ts';

const PATH = '/webhooks/configurations/{configurationId}';
const CONFIGURATION = 'id name context eventName uri publicKey createdAt updatedAt status';
const EXAMPLE_ID = '7d0c2f7e-6e55-4c55-9d0e-0d9b0a8f4a11';

const spelling: Spelling = {
  capitalized: ['EventContext', 'WebhookConfigurationStatus'],
  optional: ['updatedAt'],
};

/** What can be done next with a configuration (ours). */
function linksOf(configuration: unknown, publicUrl: string) {
  const url = `${publicUrl}/webhooks/configurations/${String(fieldAt(configuration, 'id'))}`;
  const change = fieldAt(configuration, 'status') === 'ENABLED' ? 'disable' : 'enable';
  return [
    { url, rel: 'get_webhook', method: 'GET' },
    { url, rel: 'update_webhook', method: 'PATCH' },
    { url, rel: 'delete_webhook', method: 'DELETE' },
    { url: `${url}/${change}`, rel: `${change}_webhook`, method: 'PATCH' },
  ];
}

/** Returns the body of a configuration, which the result has at a dotted path. */
const bodyWith = (from: string): readonly Member[] => [
  { name: 'data', from },
  {
    name: 'links',
    make: (result, { publicUrl }) => linksOf(fieldAt(result, from), publicUrl),
    schema: LINKS,
    of: from === '' ? 'id' : `${from}.id`,
  },
  { name: 'meta', make: () => ({}), schema: { type: 'object' }, of: from === '' ? 'id' : `${from}.id` },
];

const inPath = { at: 'input.configurationId', in: 'path', name: 'configurationId' } as const;

/** Envelopes unless the request says otherwise; an event that the gateway does not know is OTHER, by its name. */
function asProgramsMean(variables: Variables): Variables {
  const { rawEventNames, rawContext, ...given } = fieldsOf(variables['input']);
  const input = {
    format: 'ENVELOPES',
    ...given,
    ...(typeof rawEventNames === 'string'
      ? { eventName: 'OTHER', rawEventNames: [rawEventNames] }
      : rawEventNames !== undefined && { rawEventNames }),
    ...(rawContext !== undefined && { rawContext, context: given['context'] ?? 'OTHER' }),
  };
  return { ...variables, input };
}

const create: RestRow = {
  method: 'POST',
  path: '/webhooks/configurations',
  field: 'createWebhookConfiguration',
  version: 1,
  success: 201,
  summary:
    'Creates a webhook configuration. Its bodies are ENVELOPES unless `format` says otherwise; `privateKey` is the HMAC secret.',
  document: `mutation RestCreateWebhookConfiguration($input: CreateWebhookConfigurationInput!) {
    createWebhookConfiguration(input: $input) {
      ...Refusal
      ... on CreateWebhookConfigurationSuccess { configuration { ${CONFIGURATION} } }
    }
  }`,
  places: [
    { at: 'input.context', in: 'body', name: 'context', otherwise: 'input.rawContext' },
    { at: 'input.eventName', in: 'body', name: 'eventName', otherwise: 'input.rawEventNames' },
    { at: 'input.secret', in: 'body', name: 'privateKey', isRequired: true },
    { at: 'input', in: 'body', name: '' },
  ],
  adjust: asProgramsMean,
  body: bodyWith('configuration'),
  spelling,
  located: '/webhooks/configurations/{configuration.id}',
  example: {
    body: {
      name: 'Cleared cash-ins',
      context: 'Pix',
      eventName: 'PIX_CASH_IN_WAS_CLEARED',
      uri: 'https://partner.example/pix',
      publicKey: 'my-key',
      privateKey: 'a text of 16 to 512 characters',
    },
  },
};

const read: RestRow = {
  method: 'GET',
  path: PATH,
  field: 'webhookConfiguration',
  version: 1,
  success: 200,
  summary: 'A webhook configuration by its id.',
  document: `query RestWebhookConfiguration($id: ID!) { webhookConfiguration(id: $id) { ${CONFIGURATION} } }`,
  places: [{ at: 'id', in: 'path', name: 'configurationId' }],
  body: bodyWith(''),
  spelling,
  absent: { code: 'WEBHOOK_CONFIGURATION_NOT_FOUND', names: 'configurationId' },
  example: { path: { configurationId: EXAMPLE_ID } },
};

const update: RestRow = {
  method: 'PATCH',
  path: PATH,
  field: 'updateWebhookConfiguration',
  version: 1,
  success: 200,
  summary: 'Changes a webhook configuration; what is left out stays as it is.',
  document: `mutation RestUpdateWebhookConfiguration($input: UpdateWebhookConfigurationInput!) {
    updateWebhookConfiguration(input: $input) {
      ...Refusal
      ... on UpdateWebhookConfigurationSuccess { configuration { ${CONFIGURATION} } }
    }
  }`,
  places: [inPath, { at: 'input.secret', in: 'body', name: 'privateKey' }, { at: 'input', in: 'body', name: '' }],
  body: bodyWith('configuration'),
  spelling,
  example: { path: { configurationId: EXAMPLE_ID }, body: { uri: 'https://partner.example/cash-ins' } },
};

const remove: RestRow = {
  method: 'DELETE',
  path: PATH,
  field: 'deleteWebhookConfiguration',
  version: 1,
  success: 204,
  summary: 'Deletes a webhook configuration. Its messages are kept; those that are still pending are not sent.',
  document: `mutation RestDeleteWebhookConfiguration($input: DeleteWebhookConfigurationInput!) {
    deleteWebhookConfiguration(input: $input) {
      ...Refusal
      ... on DeleteWebhookConfigurationSuccess { configurationId }
    }
  }`,
  places: [inPath],
  example: { path: { configurationId: EXAMPLE_ID } },
};

const change = (verb: 'enable' | 'disable', summary: string): RestRow => ({
  method: 'PATCH',
  path: `${PATH}/${verb}`,
  field: 'updateWebhookConfiguration',
  version: 1,
  success: 204,
  summary,
  document: `mutation Rest${verb === 'enable' ? 'Enable' : 'Disable'}WebhookConfiguration($input: UpdateWebhookConfigurationInput!) {
    updateWebhookConfiguration(input: $input) {
      ...Refusal
      ... on UpdateWebhookConfigurationSuccess { configuration { id } }
    }
  }`,
  places: [inPath],
  adjust: (variables) => ({
    ...variables,
    input: { ...fieldsOf(variables['input']), status: verb === 'enable' ? 'ENABLED' : 'DISABLED' },
  }),
  example: { path: { configurationId: EXAMPLE_ID } },
});

/** Webhook configurations over REST. */
export const configurationRest: readonly AnyRestRow[] = [
  {
    method: 'GET',
    path: '/webhooks/configurations',
    field: 'webhookConfigurations',
    version: 1,
    success: 200,
    summary: 'The webhook configurations of the partner, newest first.',
    document: `query RestWebhookConfigurations($filter: WebhookConfigurationFilter, $first: Int!, $after: String) {
      webhookConfigurations(filter: $filter, first: $first, after: $after) {
        data: nodes { ${CONFIGURATION} }
        totalCount pageInfo { hasNextPage endCursor }
      }
    }`,
    places: [{ at: 'filter.status', in: 'query', name: 'status' }],
    spelling,
    paged: { seek: seekConfigurations, self: 'search_webhook' },
    example: { query: { status: 'Enabled', page: '1', pageSize: '10' } },
  },
  create,
  read,
  update,
  remove,
  change('enable', 'Enables a webhook configuration: events create messages, and messages are sent.'),
  change('disable', 'Disables a webhook configuration: no messages are created, and none are sent.'),
];
