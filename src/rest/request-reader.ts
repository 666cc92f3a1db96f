import {
  coerceInputValue,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isNonNullType,
  typeFromAST,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { BadParameter } from '../platform/graphql/operations/client-error.ts';
import { withoutValues } from '../platform/graphql/operations/present-errors.ts';
import { spelledValues } from './capitalized.ts';
import { fieldAt, isFields } from '../kernel/fields.ts';
import { InputMembers, type InputMember } from './input-members.ts';
import { givenTwice } from './pages.ts';
import type { Place, RestRow, Variables } from './rest-row.ts';

/** A body that was read, from JSON or from a form. */
export interface RestBody {
  readonly value: unknown;
  /** The text of a number that an object of the body has under a name. */
  numberText(holder: object, name: string): string | undefined;
  /** Names of parts that a form has more than once. */
  readonly repeated?: readonly string[];
}

/** A request as it came, once its body is read. */
export interface RestRequest {
  readonly path: Readonly<Record<string, string | undefined>>;
  readonly query: URLSearchParams;
  readonly header: (name: string) => string | undefined;
  readonly body: RestBody | undefined;
}

/** A place with the type of what is there. */
export interface TypedPlace extends Place {
  readonly type: GraphQLInputType;
}

export interface ReadRequest {
  readonly variables: Variables;
  readonly violations: readonly BadParameter[];
}

/** A value on its way into the variables. */
interface Found {
  readonly value: unknown;
  readonly type: GraphQLInputType;
  /** Its name in the request. */
  readonly name: string;
  /** Its way in the variables. */
  readonly at: string;
}

/** Reads requests into the variables of a row's document; what is wrong follows from the types of the schema. */
export class RequestReader {
  readonly places: readonly TypedPlace[];
  private readonly row: RestRow;
  private readonly members: InputMembers;

  constructor(schema: GraphQLSchema, operation: OperationDefinitionNode, row: RestRow) {
    this.row = row;
    this.members = new InputMembers(row);
    this.places = row.places.map((place) => ({ ...place, type: typeAt(schema, operation, place.at) }));
  }

  read(request: RestRequest): ReadRequest {
    const violations: BadParameter[] = [];
    const variables: Record<string, unknown> = {};
    for (const name of request.body?.repeated ?? []) violations.push(givenTwice(name));
    const reading = new Reading({ row: this.row, members: this.members, body: request.body, violations });
    for (const place of this.places) {
      const given = valueAt(request, place, violations);
      const { at, value } = reading.placed(place, given);
      if (value !== undefined) put(variables, at.split('.'), value);
    }
    for (const name of this.row.needs?.(variables) ?? [])
      if (!request.header(name)) violations.push({ name, message: `${name} is required.` });
    return { variables, violations };
  }

  /** What a part of the input is called in a request, by its way in the variables. */
  nameOf(at: string): string {
    return nameOf(this.row.places, at);
  }
}

function nameOf(places: readonly Place[], at: string): string {
  const place = places
    .filter((one) => at === one.at || at.startsWith(`${one.at}.`))
    .toSorted((one, other) => other.at.length - one.at.length)[0];
  if (place === undefined) return at;
  return [place.name, at.slice(place.at.length + 1)].filter((part) => part !== '').join('.');
}

/** What a reading goes by, and where it says what is wrong. */
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

  /** A value, and where in the variables it goes. */
  placed({ otherwise, ...place }: TypedPlace, given: unknown): { readonly at: string; readonly value: unknown } {
    const isLacking = otherwise !== undefined && given !== undefined && this.valueOfSpelled(given, place.type) === '';
    return isLacking ? { at: otherwise, value: given } : { at: place.at, value: this.chosen(place, given) };
  }

  private chosen({ type, name, at, choices }: TypedPlace, value: unknown): unknown {
    if (choices === undefined || typeof value !== 'string') return this.value({ value, type, name, at });
    if (Object.hasOwn(choices, value)) return choices[value];
    this.refuse(name, `Give ${Object.keys(choices).join(' or ')}, or leave ${name} out.`);
    return undefined;
  }

  private value({ value, type, name, at }: Found): unknown {
    if (value === undefined || value === null) {
      if (isNonNullType(type)) this.refuse(name, `${name} is required.`);
      return undefined;
    }
    const nullable = getNullableType(type);
    if (isInputObjectType(nullable)) return this.fields(nullable, { value, name, at });
    const spelled = isEnumType(nullable) ? this.valueOfSpelled(value, nullable) : value;
    let fault: string | undefined;
    coerceInputValue(spelled, nullable, (_path, _value, error) => (fault ??= withoutValues(error.message)));
    if (fault === undefined) return spelled;
    const wanted = isEnumType(nullable)
      ? `Give ${listed(spelledValues(nullable, this.row.spelling ?? {}))}.`
      : `${fault.replace(/\.$/, '')}.`;
    this.refuse(name, wanted);
    return undefined;
  }

  private fields(
    type: GraphQLInputObjectType,
    { value, name, at }: Omit<Found, 'type'>,
  ): Record<string, unknown> | undefined {
    if (!isFields(value)) {
      this.refuse(name, `${name} must be an object.`);
      return undefined;
    }
    const read: [string, unknown][] = [];
    for (const member of this.members.of(type, { name, at })) {
      const found = this.member(value, member);
      const text =
        member.isDecimal && typeof found === 'number' ? this.body?.numberText(value, member.field) : undefined;
      const own = this.value({ ...member, value: text ?? found });
      if (own !== undefined) read.push([member.field, own]);
    }
    return Object.fromEntries(read);
  }

  /** A member by its name or by the other name that the partner API has for it. */
  private member(holder: Readonly<Record<string, unknown>>, { field, at, alias }: InputMember): unknown {
    const own = fieldAt(holder, field);
    const other = alias === undefined ? undefined : fieldAt(holder, alias);
    if (own === undefined || other === undefined || own === other) return own ?? other;
    this.refuse(nameOf(this.row.places, at), `${alias ?? ''} and ${field} differ: send one of them.`);
    return own;
  }

  private valueOfSpelled(value: unknown, type: GraphQLInputType): unknown {
    if (!isEnumType(type)) return value;
    const nth = spelledValues(type, this.row.spelling ?? {}).findIndex((spelled) => spelled === value);
    return type.getValues()[nth]?.name ?? '';
  }

  private refuse(name: string, message: string): void {
    this.violations.push({ name: name === '' ? 'body' : name, message });
  }
}

/** What a request has at a place. An empty header or parameter is none. */
function valueAt(request: RestRequest, { in: where, name }: Place, violations: BadParameter[]): unknown {
  switch (where) {
    case 'path':
      return request.path[name];
    case 'header':
      return request.header(name) || undefined;
    case 'body':
      return fieldAt(request.body?.value, name);
    case 'query': {
      const [value, ...more] = request.query.getAll(name);
      if (more.length > 0) violations.push(givenTwice(name));
      return value || undefined;
    }
  }
}

function put(variables: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  const former = Object.hasOwn(variables, name) ? variables[name] : undefined;
  if (rest.length > 0) {
    const holder: Record<string, unknown> = isFields(former) ? { ...former } : {};
    put(holder, rest, value);
    variables[name] = holder;
  } else {
    variables[name] = isFields(former) && isFields(value) ? { ...value, ...former } : value;
  }
}

/** The type of what is at a way in the variables. */
function typeAt(schema: GraphQLSchema, operation: OperationDefinitionNode, at: string): GraphQLInputType {
  const [variable = '', ...fields] = at.split('.');
  const definition = operation.variableDefinitions?.find(({ variable: { name } }) => name.value === variable);
  const type = definition && typeFromAST(schema, definition.type);
  if (!isInputType(type)) throw new Error(`A row places a value at ${at}, which its document does not take.`);
  const first = definition?.defaultValue !== undefined && isNonNullType(type) ? type.ofType : type;
  return fields.reduce<GraphQLInputType>((holder, name) => {
    const nullable = getNullableType(holder);
    const field = isInputObjectType(nullable) ? nullable.getFields()[name] : undefined;
    if (field === undefined) throw new Error(`A row places a value at ${at}, which its document does not take.`);
    return field.type;
  }, first);
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;
}
