import {
  coerceInputValue,
  getNullableType,
  GraphQLNonNull,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { Random } from '../../kernel/random.ts';
import type { BadParameter } from '../../platform/graphql/errors/client-error.ts';
import { withoutValues } from '../../platform/graphql/errors/present-errors.ts';
import { spelledValues } from './capitalized.ts';
import { plainNumber } from '../../kernel/exact-json.ts';
import { fieldAt, isFields } from '../../kernel/fields.ts';
import type { ViolationCode } from '../../kernel/violation-code.ts';
import { faultSentence } from './fault-sentence.ts';
import { InputMembers, type InputMember } from './input-members.ts';
import { givenTwice } from './pages.ts';
import type { ParameterPlace, RestRow, Variables } from './rest-row.ts';
import { put, typeAt } from './variables.ts';

/** A parsed body, from JSON or a form. */
export interface RestBody {
  readonly value: unknown;
  /** Returns the source text of the number that an object of the body has under a name. */
  numberText(holder: object, name: string): string | undefined;
  /** Returns the path, below an object of the body, of a number that a double cannot hold. */
  wayToAltered?(part: object): string | undefined;
  /** Names of parts that occur more than once in a form. */
  readonly repeated?: readonly string[];
}

/** A request whose body has been read. */
export interface RestRequest {
  readonly path: Readonly<Record<string, string | undefined>>;
  readonly query: URLSearchParams;
  readonly header: (name: string) => string | undefined;
  readonly body: RestBody | undefined;
}

/** A place and the type of its value. */
export interface TypedParameterPlace extends ParameterPlace {
  readonly type: GraphQLInputType;
}

export interface ReadRequest {
  readonly variables: Variables;
  readonly violations: readonly BadParameter[];
}

/** A value to store in the variables. */
interface Found {
  readonly value: unknown;
  readonly type: GraphQLInputType;
  /** Its name in the request. */
  readonly name: string;
  /** Its path in the variables. */
  readonly at: string;
}

/** Reads requests into the variables of a row's document; violations follow from the types of the schema. */
export class RequestReader {
  readonly places: readonly TypedParameterPlace[];
  private readonly row: RestRow;
  private readonly members: InputMembers;

  constructor(schema: GraphQLSchema, operation: OperationDefinitionNode, row: RestRow) {
    this.row = row;
    this.members = new InputMembers(row);
    this.places = row.places.map((place) => {
      const wanted = typeAt(schema, operation, place.at);
      const type = place.isItem === true && isListType(wanted) ? getNullableType(wanted.ofType) : wanted;
      return { ...place, type: place.isRequired === true ? new GraphQLNonNull(getNullableType(type)) : type };
    });
  }

  /** @param random makes what a request may leave to the gateway */
  read(request: RestRequest, random: Random): ReadRequest {
    const violations: BadParameter[] = [];
    const variables: Record<string, unknown> = {};
    for (const name of request.body?.repeated ?? []) violations.push(givenTwice(name));
    const reading = new Reading({ row: this.row, members: this.members, body: request.body, violations });
    for (const place of this.places) {
      const given = valueAt(request, place, violations) ?? (place.orNew && random.uuid());
      const { at, value } = place.member === undefined ? reading.placed(place, given) : reading.either(place, given);
      if (value !== undefined) put(variables, at.split('.'), value);
    }
    reading.check(this.row.only ?? {});
    for (const name of this.row.needs?.(variables) ?? [])
      if (!request.header(name)) violations.push({ name, code: 'REQUIRED', message: `${name} is required.` });
    return { variables: this.row.adjust?.(variables) ?? variables, violations };
  }

  /** Returns the name in the request of a part of the input, by its path in the variables. */
  nameOf(at: string): string {
    return nameOf(this.row.places, at);
  }
}

function nameOf(places: readonly ParameterPlace[], at: string): string {
  const place = places
    .filter((one) => at === one.at || at.startsWith(`${one.at}.`))
    .toSorted((one, other) => other.at.length - one.at.length)[0];
  if (place === undefined) return at;
  return [place.name, at.slice(place.at.length + 1)].filter((part) => part !== '').join('.');
}

/** What a reading depends on, and where it reports violations. */
interface ReadingOptions {
  readonly row: RestRow;
  readonly members: InputMembers;
  readonly body: RestBody | undefined;
  readonly violations: BadParameter[];
}

/** The reading of one request. */
class Reading {
  private readonly row: RestRow;
  private readonly members: InputMembers;
  private readonly body: RestBody | undefined;
  private readonly violations: BadParameter[];

  constructor({ row, members, body, violations }: ReadingOptions) {
    this.row = row;
    this.members = members;
    this.body = body;
    this.violations = violations;
  }

  /** Returns a value, and its path in the variables. */
  placed(
    { otherwise, ...place }: TypedParameterPlace,
    given: unknown,
  ): { readonly at: string; readonly value: unknown } {
    const isLacking =
      otherwise !== undefined && typeof given === 'string' && this.valueOfSpelled(given, place.type) === '';
    return isLacking ? { at: otherwise, value: given } : { at: place.at, value: this.chosen(place, given) };
  }

  /** Reads a header, or the body member that can have its value, too. */
  either(
    { member = '', ...place }: TypedParameterPlace,
    given: unknown,
  ): { readonly at: string; readonly value: unknown } {
    const other = fieldAt(this.body?.value, member) ?? undefined;
    if (given === undefined) return this.placed({ ...place, name: member }, other);
    if (other !== undefined && lowered(other) !== lowered(given))
      this.refuse(place.name, 'CONFLICT', `${place.name} and ${member} differ: send one of them.`);
    return this.placed(place, given);
  }

  /** Refuses members of the body with other values than these. */
  check(only: NonNullable<RestRow['only']>): void {
    for (const [name, values] of Object.entries(only)) {
      const value = fieldAt(this.body?.value, name) ?? values[0];
      if (!values.some((one) => one === value))
        this.refuse(name, 'NOT_ALLOWED', `Give ${listed(values)}, or leave ${name} out.`, values);
    }
  }

  private chosen({ type, name, at, choices }: TypedParameterPlace, value: unknown): unknown {
    if (choices === undefined || typeof value !== 'string') return this.value({ value, type, name, at });
    if (Object.hasOwn(choices, value)) return choices[value];
    this.refuse(
      name,
      'NOT_ALLOWED',
      `Give ${Object.keys(choices).join(' or ')}, or leave ${name} out.`,
      Object.keys(choices),
    );
    return undefined;
  }

  private value({ value, type, name, at }: Found): unknown {
    // An empty text counts as missing for an optional enum, as use cases have it for optional texts.
    if (value === undefined || value === null || (value === '' && isEnumType(type))) {
      if (isNonNullType(type)) this.refuse(name, 'REQUIRED', `${name} is required.`);
      return undefined;
    }
    const nullable = getNullableType(type);
    if (isInputObjectType(nullable)) return this.fields(nullable, { value, name, at });
    const spelled = isEnumType(nullable) ? this.valueOfSpelled(value, nullable) : value;
    let fault: string | undefined;
    coerceInputValue(spelled, nullable, (_path, _value, error) => (fault ??= withoutValues(error.message)));
    const altered = fault === undefined && isFields(spelled) ? this.body?.wayToAltered?.(spelled) : undefined;
    if (altered !== undefined) {
      this.refuse(
        name + altered,
        'RANGE',
        'Give a number with fewer digits, or a string: this one cannot be represented exactly.',
      );
      return undefined;
    }
    if (fault === undefined) return spelled;
    if (isEnumType(nullable)) {
      const allowed = spelledValues(nullable, this.row.spelling ?? {});
      this.refuse(name, 'NOT_ALLOWED', `Give ${listed(allowed)}.`, allowed);
    } else {
      const code = fault.includes('32-bit') ? 'RANGE' : 'FORMAT';
      this.refuse(name, code, faultSentence(fault, nullable, name || 'body'));
    }
    return undefined;
  }

  private fields(
    type: GraphQLInputObjectType,
    { value, name, at }: Omit<Found, 'type'>,
  ): Record<string, unknown> | undefined {
    if (!isFields(value)) {
      this.refuse(name, 'FORMAT', `${name} must be an object.`);
      return undefined;
    }
    const read: [string, unknown][] = [];
    for (const member of this.members.of(type, { name, at })) {
      const found = this.member(value, member);
      const text =
        member.isDecimal && typeof found === 'number' ? this.body?.numberText(value, member.field) : undefined;
      const own = this.value({ ...member, value: text === undefined ? found : (plainNumber(text) ?? text) });
      if (own !== undefined) read.push([member.field, own]);
    }
    return Object.fromEntries(read);
  }

  /** Reads a member by its name, or by its other name in the partner API. */
  private member(holder: Readonly<Record<string, unknown>>, { field, at, alias }: InputMember): unknown {
    const own = fieldAt(holder, field) ?? undefined;
    const other = (alias === undefined ? undefined : fieldAt(holder, alias)) ?? undefined;
    if (own === undefined || other === undefined || own === other) return own ?? other;
    this.refuse(nameOf(this.row.places, at), 'CONFLICT', `${alias ?? ''} and ${field} differ: send one of them.`);
    return own;
  }

  private valueOfSpelled(value: unknown, type: GraphQLInputType): unknown {
    if (!isEnumType(type)) return value;
    const nth = spelledValues(type, this.row.spelling ?? {}).findIndex((spelled) => spelled === value);
    return type.getValues()[nth]?.name ?? '';
  }

  private refuse(name: string, code: ViolationCode, message: string, allowed?: readonly string[]): void {
    this.violations.push({ name: name === '' ? 'body' : name, code, message, ...(allowed && { allowed }) });
  }
}

/** Returns the value at a place of a request; undefined for an empty header or parameter. */
function valueAt(
  request: RestRequest,
  { in: where, name, emptyIsNone, many, isRequired, isOne, orBare }: ParameterPlace,
  violations: BadParameter[],
): unknown {
  switch (where) {
    case 'path':
      return request.path[name];
    case 'header':
      return unquoted(request.header(name)) || undefined;
    case 'body': {
      const body = request.body?.value;
      const given = fieldAt(body, name) ?? (orBare === true && isFilled(body) ? body : undefined);
      const value = isOne === true && Array.isArray(given) ? oneOf(given, name, violations) : given;
      if (isRequired === true && value === '') return undefined;
      return emptyIsNone === true && isFields(value) && !isFilled(value) ? undefined : value;
    }
    case 'query': {
      const [value, ...more] = request.query.getAll(name);
      if (many) return request.query.getAll(name).filter((one) => one !== '');
      if (more.length > 0) violations.push(givenTwice(name));
      return value || undefined;
    }
  }
}

function isFilled(value: unknown): boolean {
  return isFields(value) && Object.keys(value).length > 0;
}

function oneOf([value, ...more]: readonly unknown[], name: string, violations: BadParameter[]): unknown {
  if (more.length === 0) return value;
  violations.push({ name, code: 'LENGTH', message: `Give one of ${name} in a request.` });
  return undefined;
}

/** Reads a key in quotes too: the draft of the Idempotency-Key header makes it a string of structured fields (RFC 9651). */
function unquoted(header: string | undefined): string | undefined {
  return header?.replace(/^"([^"\\]*)"$/, '$1');
}

function lowered(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;
}
