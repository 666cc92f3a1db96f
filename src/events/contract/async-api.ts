import type { EventDefinition } from '../../kernel/event-definition.ts';
import { bodySchema, sampleBody } from './body-schema.ts';
import { schemaPath } from './schema-path.value.ts';

const CHANNEL = 'webhooks';
const TEXT = { type: 'string' };

/** What webhooks carry beside the body. */
const HEADERS = {
  type: 'object',
  properties: {
    'webhook-id': { ...TEXT, description: 'Id of the message: the same on each try.' },
    'webhook-timestamp': { ...TEXT, description: 'When this try was made, in seconds since 1970.' },
    'webhook-signature': { ...TEXT, description: 'Signatures of `id.timestamp.body`, by Standard Webhooks.' },
    'webhook-event': { ...TEXT, description: 'Name of the event.' },
    'webhook-context': { ...TEXT, description: 'Context of the event.' },
    'webhook-attempt': { ...TEXT, description: 'How often it was tried before: 0 first.' },
    'webhook-sequence': { ...TEXT, description: 'Place of the event among those of the partner, such as `2.1841`.' },
    'webhook-previous': {
      ...TEXT,
      description: 'Sequence of the message before it of the same configuration; `none` for the first one.',
    },
    'idempotency-key': { ...TEXT, format: 'uuid', description: 'Of the message: handle each once.' },
    publicKey: { ...TEXT, description: 'As the configuration has it. It proves nothing.' },
  },
  required: ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'webhook-event', 'webhook-context'],
};

/** The AsyncAPI 3.0 description of all events, as webhooks send them. */
export function asyncApi(events: readonly EventDefinition[], publicUrl: string): object {
  const refs = (place: string) => events.map(({ name }) => [name, { $ref: `#/${place}/messages/${name}` }] as const);
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Partner Banking',
      version: '1.0',
      description:
        'Events, as webhooks send them to addresses of the partner. Within a version members are only added.',
    },
    defaultContentType: 'application/json',
    channels: {
      [CHANNEL]: {
        address: null,
        title: 'Webhooks',
        description: 'An address of the partner: `uri` of a configuration.',
        messages: Object.fromEntries(refs('components')),
      },
    },
    operations: {
      sendWebhook: {
        action: 'send',
        channel: { $ref: `#/channels/${CHANNEL}` },
        summary: 'Sends each event that a configuration asks for, at least once.',
        bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
        messages: refs(`channels/${CHANNEL}`).map(([, ref]) => ref),
      },
    },
    components: { messages: Object.fromEntries(events.map((event) => [event.name, messageOf(event, publicUrl)])) },
  };
}

/** Schemas of AsyncAPI are of another draft: what names the draft is left out, and the rest is the same in both. */
function messageOf(event: EventDefinition, publicUrl: string): object {
  const { $schema: _, ...payload } = bodySchema(event);
  const { name, description } = event;
  return {
    name,
    title: name,
    summary: description,
    contentType: 'application/json',
    headers: HEADERS,
    payload,
    externalDocs: { description: 'JSON Schema of the body', url: publicUrl + schemaPath(event) },
    examples: [{ name: 'sample', payload: sampleBody(event) }],
  };
}
