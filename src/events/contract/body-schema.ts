import type { DataFields, EventDefinition } from '../../kernel/event-definition.ts';
import { CONTEXT_IN_BODY } from '../log/event-log.ts';
import { schemaPath } from './schema-path.value.ts';

/** Definition of a body: an event, or a message of any context, such as a ping. */
export type BodyDefinition = Omit<EventDefinition, 'context' | 'origin'> & Partial<Pick<EventDefinition, 'context'>>;

type JsonObject = Readonly<Record<string, unknown>>;

const UUID = { type: 'string', format: 'uuid' };

/** Returns the schema of an event's body, with its URL as its id. */
export function addressedSchema(event: EventDefinition, publicUrl: string): JsonObject {
  const { $schema, ...schema } = bodySchema(event);
  return { $schema, $id: publicUrl + schemaPath(event), ...schema };
}

/** Returns the JSON Schema (2020-12) of the body that webhooks send, and `payload` shows, for one event. */
export function bodySchema({ name, context, version, description, entityId, data }: BodyDefinition): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: name,
    description,
    ...objectOf({
      entityId: schemaOf(entityId),
      companyKey: { type: 'string', description: 'Company key of the partner.' },
      context: context === undefined ? { enum: Object.values(CONTEXT_IN_BODY) } : { const: CONTEXT_IN_BODY[context] },
      name: { const: name },
      version: { const: version },
      idempotencyKey: { ...UUID, description: 'The same in every delivery of the event.' },
      correlationId: { ...UUID, description: 'Correlation id of the request that caused this event.' },
      timestamp: { type: 'string', format: 'date-time', description: 'When it happened, in UTC.' },
      metadata: {
        type: 'object',
        description: 'Metadata that the partner sent with its request; `{}` if there was none.',
      },
      data: objectOf(mapFields(data, schemaOf)),
    }),
  };
}

/** Returns a sample body of the event, made of the examples of its fields. */
export function sampleBody({ name, context = 'PIX', version, entityId, data }: BodyDefinition): JsonObject {
  return {
    entityId: entityId.example,
    companyKey: 'ACME_PAY',
    context: CONTEXT_IN_BODY[context],
    name,
    version,
    idempotencyKey: '5b2d9c1e-8f4a-4d6b-9a3c-7e1f2a3b4c5d',
    correlationId: '0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55',
    timestamp: '2026-11-20T12:00:00.123Z',
    metadata: {},
    data: mapFields(data, exampleOf),
  };
}

type Field = DataFields[string];

export function mapFields(fields: DataFields, change: (field: Field) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, change(field)]));
}

function objectOf(properties: JsonObject, nullable = false): JsonObject {
  return { type: nullable ? ['object', 'null'] : 'object', properties, required: Object.keys(properties) };
}

function schemaOf(field: Field): JsonObject {
  const { description } = field;
  if (field.type === 'object')
    return { description, ...objectOf(mapFields(field.properties, schemaOf), field.nullable) };
  if (field.type === 'number') return { type: 'number', description };
  const { type, format, nullable, enum: values } = field;
  return {
    type: nullable ? [type, 'null'] : type,
    description,
    ...(format && { format }),
    ...(values && { enum: values }),
  };
}

export function exampleOf(field: Field): unknown {
  return field.type === 'object' ? mapFields(field.properties, exampleOf) : field.example;
}
