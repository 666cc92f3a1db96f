import {
  GraphQLError,
  GraphQLScalarType,
  Kind,
  valueFromASTUntyped,
  visit,
  type FloatValueNode,
  type IntValueNode,
  type ValueNode,
} from 'graphql';
import { isCalendarDate } from '../../../kernel/calendar-date.ts';
import { decimalOfDouble, isDecimal } from './decimal.ts';
import { isExact, plainNumber } from '../../../kernel/exact-json.ts';
import { durationText } from '../../../kernel/duration.ts';
import { searchDate } from '../../../kernel/search-period.ts';
import { isUuidV4 } from '../../../kernel/uuid.ts';
import { instantGiven, instantText } from '../../statements/instant.ts';

/** The grammar of dates, and of times within a day, of which hours of a duration may be more. */
const RFC_3339_GRAMMAR = 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6';

/** A UUID. Input must be version 4, because the partner API requires GUIDs v4; it becomes lower case. */
export const UuidScalar = textScalar({
  name: 'UUID',
  description:
    'A universally unique identifier (RFC 9562) in its text form, such as `0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55`. Input must be version 4.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc9562',
  expectation: 'a UUID of version 4, such as 0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55',
  parse: (text) => (isUuidV4(text) ? text.toLowerCase() : undefined),
});

/** Midnight in UTC, after a date; some programs leave the zone out. */
const MIDNIGHT = /T00:00:00(?:\.0{1,9})?(?:Z|[+-]00:00)?$/;

/** A calendar date without a time zone. */
export const DateScalar = textScalar({
  name: 'Date',
  specifiedByURL: RFC_3339_GRAMMAR,
  description:
    'A calendar date that exists, `YYYY-MM-DD`; no time zone applies. Input may also be that date at midnight in UTC, as the partner API writes some: `1990-01-31T00:00:00Z`, also without the zone.',
  expectation: 'a calendar date that exists, as YYYY-MM-DD',
  parse(text) {
    const date = text.replace(MIDNIGHT, '');
    return isCalendarDate(date) ? date : undefined;
  },
});

/** The first or last day of a search, in both formats of the partner API. */
export const SearchDateScalar = textScalar({
  name: 'SearchDate',
  specifiedByURL: RFC_3339_GRAMMAR,
  description:
    'A calendar date that exists, `YYYY-MM-DD`. Input may also be `MM/DD/YYYY`, always with the month first.',
  expectation: 'a calendar date that exists, as YYYY-MM-DD or MM/DD/YYYY',
  parse: searchDate,
});

/** An exact decimal, represented by its text, never by a double. */
export const DecimalScalar = new GraphQLScalarType<string, string>({
  name: 'Decimal',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259#section-6',
  description:
    'An exact decimal as a string, such as `1234.56`: no leading zeros, no plus, no exponent, no `-0`. Input may also be a number, in any notation; in JSON with at most 15 digits, which every client represents exactly.',
  serialize: String,
  parseValue: (value) => decimal(typeof value === 'number' ? decimalOfDouble(value) : value),
  parseLiteral(node) {
    if (node.kind === Kind.INT || node.kind === Kind.FLOAT) return decimal(plainNumber(node.value), node);
    return decimal(node.kind === Kind.STRING ? node.value : undefined, node);
  },
});

function decimal(text: unknown, nodes?: ValueNode): string {
  if (typeof text === 'string' && isDecimal(text)) return text;
  const expectation = 'an exact decimal as a string, such as "1234.56", or a number of at most 15 digits';
  throw new GraphQLError(`Decimal must be ${expectation}.`, nodes && { nodes });
}

/** A duration. Storage and rules use whole microseconds. */
export const DurationScalar = new GraphQLScalarType<never, string>({
  name: 'Duration',
  specifiedByURL: RFC_3339_GRAMMAR,
  description: 'A duration as `hh:mm:ss.fffffff`, such as `00:00:01.2345670`; hours may exceed 24.',
  serialize(value) {
    if (typeof value !== 'number') throw new Error(`A Duration was a ${typeof value}: give whole microseconds.`);
    return durationText(value);
  },
  parseValue() {
    throw new GraphQLError('Duration is not taken as input.');
  },
});

/** An instant: PostgreSQL's text in rows, a Date in entities and rules. Input becomes the ISO text of a Date. */
export const DateTimeScalar = new GraphQLScalarType<string, string>({
  name: 'DateTime',
  description:
    'An instant in RFC 3339, always in UTC, such as `2026-11-20T12:00:00.123Z`. Input may have another offset.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339',
  serialize(value) {
    if (typeof value === 'string') return value.charAt(10) === 'T' ? value : instantText(value);
    if (value instanceof Date) return value.toISOString();
    throw new GraphQLError('DateTime cannot show this value.');
  },
  parseValue: (value) => givenInstant(value),
  parseLiteral: (node) => givenInstant(node.kind === Kind.STRING ? node.value : undefined, node),
});

function givenInstant(value: unknown, nodes?: ValueNode): string {
  const instant = typeof value === 'string' ? instantGiven(value) : undefined;
  if (instant !== undefined) return instant;
  throw new GraphQLError(
    'DateTime must be an instant in RFC 3339, such as 2026-11-20T12:00:00.123Z.',
    nodes && { nodes },
  );
}

export const JsonObjectScalar = new GraphQLScalarType<object, object>({
  name: 'JSONObject',
  description: 'A JSON object of any shape.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
  serialize: jsonObject,
  parseValue: jsonObject,
  parseLiteral(node, variables) {
    if (node.kind !== Kind.OBJECT) throw new GraphQLError('JSONObject must be an object.', { nodes: node });
    return jsonObject(valueFromASTUntyped(visit(node, { IntValue: exactly, FloatValue: exactly }), variables));
  },
});

/** Replaces a number that a double cannot hold by NaN, as in JSON. */
function exactly({ value }: IntValueNode | FloatValueNode): FloatValueNode | undefined {
  return isExact(value) ? undefined : { kind: Kind.FLOAT, value: 'NaN' };
}

function jsonObject(value: unknown): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new GraphQLError('JSONObject must be an object.');
  return value;
}

interface TextScalarOptions {
  readonly name: string;
  readonly description: string;
  readonly specifiedByURL?: string;
  /** Completes "X must be …". It never repeats the value, which may be personal. */
  readonly expectation: string;
  /** Returns the checked text in its normal form, or undefined if it is malformed. */
  readonly parse: (text: string) => string | undefined;
}

function textScalar(options: TextScalarOptions): GraphQLScalarType<string, string> {
  const parse = (value: unknown, nodes?: ValueNode) => {
    const parsed = typeof value === 'string' ? options.parse(value) : undefined;
    if (parsed !== undefined) return parsed;
    throw new GraphQLError(`${options.name} must be ${options.expectation}.`, nodes && { nodes });
  };
  return new GraphQLScalarType<string, string>({
    name: options.name,
    description: options.description,
    specifiedByURL: options.specifiedByURL ?? null,
    serialize: String,
    parseValue: (value) => parse(value),
    parseLiteral: (node) => parse(node.kind === Kind.STRING ? node.value : undefined, node),
  });
}
