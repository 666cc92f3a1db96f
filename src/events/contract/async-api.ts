import type { EventDefinition } from '../../kernel/event-definition.ts';
import { bodySchema, sampleBody, type BodyDefinition } from './body-schema.ts';
import { cloudEventSchema } from './cloud-event-schema.ts';
import { envelopeSchema, sampleEnvelopes } from './envelope.value.ts';
import { pingEvent } from './ping-event.ts';
import { schemaPath } from './schema-path.value.ts';

const CHANNEL = 'webhooks';
const TEXT = { type: 'string' };
const SAMPLE_ID = '0198f2f4-6c3e-7a51-9d0b-4e2a7c8b9f10';

/** Headers of webhooks. */
const HEADERS = {
  type: 'object',
  properties: {
    'webhook-id': { ...TEXT, description: 'Id of the message: the same in every attempt.' },
    'webhook-timestamp': { ...TEXT, description: 'Time of this attempt, in seconds since 1970.' },
    'webhook-signature': { ...TEXT, description: 'Signatures of `id.timestamp.body`, as in Standard Webhooks.' },
    'webhook-event': { ...TEXT, description: 'Name of the event.' },
    'webhook-context': { ...TEXT, description: 'Context of the event.' },
    'webhook-attempt': { ...TEXT, description: 'Number of earlier attempts: 0 for the first.' },
    'webhook-sequence': { ...TEXT, description: 'Sequence of the event in the log of the partner, such as `2.1841`.' },
    'webhook-previous': {
      ...TEXT,
      description: 'Sequence of the previous message of the same configuration; `none` for the first.',
    },
    'idempotency-key': {
      ...TEXT,
      format: 'uuid',
      description: 'Idempotency key of the message: handle each only once.',
    },
    publicKey: { ...TEXT, description: '`publicKey` of the configuration. It does not prove authenticity.' },
  },
  required: ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'webhook-event', 'webhook-context'],
};

/** Headers of envelopes. */
const ENVELOPE_HEADERS = {
  ...HEADERS,
  properties: {
    ...HEADERS.properties,
    authorization: {
      ...TEXT,
      description:
        '`hmac` and the base64 of HMAC-SHA-256 over `publicKey&lower(urlencode(uri))&requestTimestamp&nonce&base64(body)`, with the text of the secret as its key.',
    },
    nonce: { ...TEXT, description: 'Another one in every attempt: a UUID without hyphens.' },
    requestTimestamp: { ...TEXT, description: 'The same as `webhook-timestamp`.' },
  },
  required: [...HEADERS.required, 'authorization', 'nonce', 'requestTimestamp', 'publicKey'],
};

/** Returns the AsyncAPI 3.0 description of all events, as webhooks send them. */
export function asyncApi(events: readonly EventDefinition[], publicUrl: string): object {
  const described = [
    ...events.map((event) => ({ event, schemaUrl: publicUrl + schemaPath(event) })),
    { event: pingEvent, schemaUrl: undefined },
  ];
  const messages = Object.fromEntries(described.flatMap((one) => messagesOf(one, publicUrl)));
  const refs = (place: string) =>
    Object.keys(messages).map((name) => [name, { $ref: `#/${place}/messages/${name}` }] as const);
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Partner Banking',
      version: '1.0',
      description:
        'Events, as webhooks deliver them to endpoints of the partner. Within a version members are only added.',
    },
    defaultContentType: 'application/json',
    channels: {
      [CHANNEL]: {
        address: null,
        title: 'Webhooks',
        description: 'An endpoint of the partner: `uri` of a configuration.',
        messages: Object.fromEntries(refs('components')),
      },
    },
    operations: {
      sendWebhook: {
        action: 'send',
        channel: { $ref: `#/channels/${CHANNEL}` },
        summary: 'Delivers each event that a configuration selects, at least once.',
        bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
        messages: refs(`channels/${CHANNEL}`).map(([, ref]) => ref),
      },
    },
    components: { messages },
  };
}

interface Described {
  readonly event: BodyDefinition;
  readonly schemaUrl: string | undefined;
}

/**
 * Returns a message for each format. AsyncAPI uses another draft of JSON Schema: `$schema` is left out, and the rest is
 * the same in both.
 */
function messagesOf({ event, schemaUrl }: Described, publicUrl: string): readonly (readonly [string, object])[] {
  const { $schema: _, ...payload } = bodySchema(event);
  const { name, description } = event;
  const sample = sampleBody(event);
  const common = {
    name,
    summary: description,
    headers: HEADERS,
    ...(schemaUrl !== undefined && { externalDocs: { description: 'JSON Schema of the body', url: schemaUrl } }),
  };
  const standard = {
    title: name,
    contentType: 'application/json',
    payload,
    examples: [{ name: 'sample', payload: sample }],
  };
  const envelope = {
    ...{ specversion: '1.0', id: SAMPLE_ID, source: publicUrl, type: name, subject: event.entityId.example },
    ...{ time: sample['timestamp'], datacontenttype: 'application/json' },
    ...(schemaUrl !== undefined && { dataschema: schemaUrl }),
    data: sample,
  };
  const cloudEvent = {
    title: `${name} as a CloudEvent`,
    contentType: 'application/cloudevents+json',
    payload: cloudEventSchema(payload, schemaUrl),
    examples: [{ name: 'sample', payload: envelope }],
  };
  const { $schema: _ofEnvelope, ...items } = envelopeSchema(event);
  const sampleOfEnvelopes: unknown = JSON.parse(sampleEnvelopes(event));
  const envelopes = {
    title: `${name} in an array of envelopes`,
    contentType: 'application/json',
    headers: ENVELOPE_HEADERS,
    payload: { type: 'array', items },
    examples: [{ name: 'sample', payload: sampleOfEnvelopes }],
  };
  return [
    [name, { ...common, ...standard }],
    [`${name}.CLOUDEVENTS`, { ...common, ...cloudEvent }],
    [`${name}.ENVELOPES`, { ...common, ...envelopes }],
  ];
}
