import { withoutMark } from '../../kernel/exact-json.ts';
import { fieldsOf } from '../../kernel/fields.ts';
import { bodySchema, exampleOf, mapFields, sampleBody, type BodyDefinition } from './body-schema.ts';

/** An instant as bodies write it, with milliseconds. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Changes `data` of a standard body. */
type ChangeData = (data: unknown) => unknown;

/**
 * Returns an array of one envelope: the members of a standard body, an instant with seven decimals, and null instead of
 * empty metadata. Numbers keep their digits. What a provider wrote in another way stays as it is.
 */
export function envelopesIn(body: string, change: ChangeData = (data) => data): string {
  const members = fieldsOf(JSON.parse(withoutMark(body), keepDigits));
  const { timestamp, metadata, data } = members;
  return JSON.stringify([
    {
      ...members,
      ...(typeof timestamp === 'string' && { timestamp: withSevenDecimals(timestamp) }),
      ...('metadata' in members && { metadata: isEmpty(metadata) ? null : metadata }),
      ...('data' in members && { data: change(data) }),
    },
  ]);
}

function keepDigits(_key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  return typeof value === 'number' && source !== undefined ? JSON.rawJSON(source) : value;
}

function isEmpty(metadata: unknown): boolean {
  return typeof metadata === 'object' && metadata !== null && Object.keys(metadata).length === 0;
}

/** Writes an instant of ours as envelopes do, such as `2026-11-20T12:00:00.1230000Z`. */
function withSevenDecimals(instant: string): string {
  return INSTANT.test(instant) ? instant.replace('Z', '0000Z') : instant;
}

/** Returns `data` of the sample of an event in envelopes. */
export function sampleEnvelopeData({ data, envelopeData = data }: BodyDefinition): object {
  return mapFields(envelopeData, exampleOf);
}

/** Returns the sample of an event in envelopes. */
export function sampleEnvelopes(event: BodyDefinition): string {
  return envelopesIn(JSON.stringify(sampleBody(event)), () => sampleEnvelopeData(event));
}

/** Returns the JSON Schema of one envelope of an event. */
export function envelopeSchema(event: BodyDefinition): Readonly<Record<string, unknown>> {
  const schema = bodySchema({ ...event, data: event.envelopeData ?? event.data });
  const metadata = {
    type: ['object', 'null'],
    description: 'Metadata that the partner sent with its request; null if there was none.',
  };
  return { ...schema, properties: { ...fieldsOf(schema['properties']), metadata } };
}
