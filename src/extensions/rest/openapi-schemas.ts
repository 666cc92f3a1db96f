import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLInputType,
} from 'graphql';
import { fieldsOf } from '../../kernel/fields.ts';
import { isCapitalized, spelledValues } from './capitalized.ts';
import { KEY } from './input-members.ts';
import type { JsonSchema, RestRow, Spelling } from './rest-row.ts';
import { partOf, type Shape } from './shape.ts';

const DECIMAL = { type: 'string', pattern: '^-?(0|[1-9]\\d*)(\\.\\d+)?$' };

/** The part of a form that is a file. */
const FILE = { contentMediaType: 'application/octet-stream', description: 'The file as it is.' };

/** JSON Schemas of the schema's scalars, as they are sent. */
const SCALARS: Readonly<Record<string, JsonSchema>> = {
  String: { type: 'string' },
  ID: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  UUID: { type: 'string', format: 'uuid' },
  Date: { type: 'string', format: 'date' },
  SearchDate: { type: 'string', description: '`YYYY-MM-DD` or `MM/DD/YYYY`.' },
  DateTime: { type: 'string', format: 'date-time' },
  Duration: { type: 'string', pattern: '^\\d{2,}:\\d{2}:\\d{2}\\.\\d{7}$' },
  JSONObject: { type: 'object', additionalProperties: true },
};

/** Returns the schema of an input, without members that are elsewhere in the request. */
export function inputSchema(type: GraphQLInputType, at: string, row: RestRow): JsonSchema {
  const nullable = getNullableType(type);
  const { spelling = {}, aliases = {} } = row;
  if (isListType(nullable)) return { type: 'array', items: inputSchema(nullable.ofType, at, row) };
  if (isEnumType(nullable)) return { type: 'string', enum: spelledValues(nullable, spelling) };
  if (!isInputObjectType(nullable))
    return nullable.name === 'Decimal' ? { anyOf: [{ type: 'number' }, DECIMAL] } : (SCALARS[nullable.name] ?? {});
  const isInBody = row.places.some(({ at: own, member }) => own === KEY && member !== undefined);
  const elsewhere = new Set(row.places.filter(({ member }) => member === undefined).map((place) => place.at));
  if (!isInBody) elsewhere.add(KEY);
  const fields = Object.values(nullable.getFields()).filter(({ name }) => !elsewhere.has(`${at}.${name}`));
  const aliasOf = (name: string) =>
    Object.entries(aliases)
      .find(([, way]) => way === `${at}.${name}`)?.[0]
      .split('.')
      .at(-1);
  const properties = fields.flatMap((field) => {
    const own = inputSchema(field.type, `${at}.${field.name}`, row);
    const schema = row.file === field.name ? FILE : { ...own, description: field.description ?? '' };
    const alias = aliasOf(field.name);
    return [[field.name, schema] as const, ...(alias === undefined ? [] : [[alias, schema] as const])];
  });
  const required = fields
    .filter(({ type: own, defaultValue, name }) => isNonNullType(own) && defaultValue === undefined && !aliasOf(name))
    .map(({ name }) => name);
  return { type: 'object', properties: Object.fromEntries(properties), required };
}

/** Returns the schema of an output shape. */
export function outputSchema(shape: Shape, spelling: Spelling): JsonSchema {
  const schema = plainSchema(shape, spelling);
  return shape.isNullable ? { anyOf: [schema, { type: 'null' }] } : schema;
}

function plainSchema(shape: Shape, spelling: Spelling): JsonSchema {
  switch (shape.kind) {
    case 'list':
      return { type: 'array', items: outputSchema(shape.item, spelling) };
    case 'object':
      return objectSchema(
        [...shape.members].map(([name, member]) => [name, memberSchema(name, member, spelling)] as const),
        spelling.optional,
      );
    case 'leaf': {
      if (isEnumType(shape.type)) return { type: 'string', enum: spelledValues(shape.type, spelling) };
      if (shape.type.name === 'Decimal') return { type: 'number' };
      if (spelling.midnights?.includes(shape.field) === true) return { type: 'string', format: 'date-time' };
      if (spelling.zoneless?.includes(shape.field) === true)
        return { type: 'string', description: 'In UTC, without a zone.', pattern: '^[^Z]*$' };
      return isCapitalized(shape.type, spelling) ? {} : (SCALARS[shape.type.name] ?? {});
    }
  }
}

/** Returns the schema of a member: one that is omitted or zero instead of null is never null. */
function memberSchema(name: string, shape: Shape, spelling: Spelling): JsonSchema {
  const isFilled = [...(spelling.optional ?? []), ...(spelling.zeroed ?? [])].includes(name);
  return outputSchema(isFilled ? { ...shape, isNullable: false } : shape, spelling);
}

export function objectSchema(
  properties: readonly (readonly [string, JsonSchema])[],
  optional: readonly string[] = [],
): JsonSchema {
  const required = properties.map(([name]) => name).filter((name) => !optional.includes(name));
  return { type: 'object', properties: Object.fromEntries(properties), required };
}

const text = { type: 'string' };

/** The next steps that a body links to. */
export const LINKS: JsonSchema = {
  type: 'array',
  items: objectSchema([
    ['url', text],
    ['rel', text],
    ['method', text],
  ]),
};

/** Returns the schema of a row's success body; undefined if there is none. */
export function bodySchema({ body, spelling = {} }: RestRow, shape: Shape): JsonSchema | undefined {
  if (body === undefined) return undefined;
  if ('each' in body) return { type: 'array', items: body.schema };
  if ('whole' in body) {
    const whole = outputSchema({ ...partOf(shape, body.whole, body.without), isNullable: false }, spelling);
    if (body.added === undefined) return whole;
    const added = Object.fromEntries(body.added.map(({ name, schema }) => [name, schema]));
    return { ...whole, properties: { ...fieldsOf(whole['properties']), ...added } };
  }
  const members = body.map((member) => {
    if ('constant' in member) return [member.name, { type: 'string', const: member.constant }] as const;
    if ('make' in member) return [member.name, member.schema] as const;
    const part = partOf(shape, member.from, member.without);
    const isFilled = member.orElse !== undefined || member.from === '';
    return [
      member.name,
      memberSchema(member.name, isFilled ? { ...part, isNullable: false } : part, spelling),
    ] as const;
  });
  return objectSchema(members, spelling.optional);
}
