import {
  getNamedType,
  isInterfaceType,
  isLeafType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import { lastDays } from '../support/days.ts';
import { argumentsOf, leavesOf, type Leaf } from '../support/schema-arguments.ts';

type Field = GraphQLField<unknown, unknown>;

/** A field of the schema that returns a connection, and the type that has it. */
export interface ConnectionField {
  readonly parent: string;
  readonly field: Field;
}

/** Arguments that page through a connection; all others filter it. */
const PAGING = new Set(['first', 'after', 'last', 'before']);
/** Days in both forms that the search accepts. */
const { startDate, endDate } = lastDays();
const slashes = (date: string) => date.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1');
/** Values to send if no enum lists them: by the name of the argument or field, otherwise by its type. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  startDate: [startDate, slashes(startDate)],
  endDate: [endDate, slashes(endDate)],
  ID: ['0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55'],
  UUID: ['0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55'],
  rawEventNames: ['CUSTOMER_WAS_APPROVED', 'PIX_REFUND_WAS_RECEIVED'],
  rawNames: ['POCKET_ACCOUNT_WAS_CREATED', 'PIX_REFUND_WAS_RECEIVED'],
  rawEventName: ['CUSTOMER_WAS_APPROVED', 'PIX_REFUND_WAS_RECEIVED'],
  rawContexts: ['Pix', 'Loans'],
  rawContext: ['Pix', 'Loans'],
  entityIds: ['10020030320', 'none'],
  accountNumbers: ['200001', '999999'],
  since: [`${startDate}T00:00:00Z`, `${endDate}T12:00:00.5-03:00`],
  documentNumbers: ['10020030916', 'none'],
  holderDocumentNumbers: ['10020030169', 'none'],
  userDocumentNumbers: ['10020030240', 'none'],
  uri: ['https://hooks.acme-pay.example/pix', 'https://nobody.example'],
  email: ['ana@example.com'],
  countryCode: ['55'],
  number: ['11987654321'],
  endToEndId: ['E9999000120261129120000000000001'],
  DateTime: [`${startDate}T00:00:00Z`, `${endDate}T12:00:00.5-03:00`],
  wait: [0],
  Boolean: [true, false],
};
/** How a query reaches the fields of a type. */
const WAYS: Readonly<Record<string, (field: string) => string>> = {
  Query: (field) => field,
  PaymentAccount: (field) => `paymentAccount(number: "200001") { ${field} }`,
  Customer: (field) => `customers(first: 1, orderBy: OLDEST) { nodes { ${field} } }`,
  Pocket: (field) => `pockets(first: 1, orderBy: OLDEST) { nodes { ${field} } }`,
  // The oldest event, which stays the same.
  WebhookEvent: (field) => `webhookEvents(first: 1) { nodes { ${field} } }`,
};

/** Finds all connections; a field that types inherit from an interface is listed once. */
export function connectionFields(schema: GraphQLSchema): ConnectionField[] {
  return Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) || isInterfaceType(type)
      ? Object.values(type.getFields())
          .filter(({ type: given }) => getNamedType(given).name.endsWith('Connection'))
          .filter(({ name }) => !type.getInterfaces().some((each) => name in each.getFields()))
          .map((field) => ({ parent: type.name, field }))
      : [],
  );
}

/** Returns all arguments to send to a connection: the minimum, each value of each filter, and all filters together. */
export function filtersOf(field: Field): Record<string, unknown>[] {
  const leaves = leavesOf(field).filter(({ path }) => !PAGING.has(path[0] ?? ''));
  const least = leaves.filter(({ isRequired, name }) => isRequired || name === 'startDate' || name === 'endDate');
  const given = (leaf?: Leaf, value?: unknown) =>
    argumentsOf(
      new Map([...least.map((each) => [each, valuesOf(each)[0]] as const), ...(leaf ? [[leaf, value] as const] : [])]),
    );
  // Half of a phone is none: it is sent with all others.
  const single = leaves.filter(({ path }) => !path.includes('phone') && !isBesideDates(path, least));
  const each = single.flatMap((leaf) => valuesOf(leaf).map((value) => given(leaf, value)));
  const together = leaves.filter(({ path }) => !isBesideDates(path, least));
  const all = [given(), ...each, argumentsOf(new Map(together.map((leaf) => [leaf, valuesOf(leaf)[0]])))];
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

/** Instants are not given beside days. */
function isBesideDates(path: readonly string[], least: readonly Leaf[]): boolean {
  return least.some(({ name }) => name === 'startDate') && ['since', 'until'].includes(path.at(-1) ?? '');
}

function valuesOf({ name, type, members }: Leaf): readonly unknown[] {
  const values = members.length > 0 ? members : (VALUES[name] ?? VALUES[type]);
  if (values === undefined) throw new Error(`No value is known for the filter ${name}: ${type}; add one to VALUES.`);
  return values;
}

/** Returns a query for pages of a connection, with a variable for each of its arguments. */
export function pageQuery({ parent, field }: ConnectionField): string {
  const way = WAYS[parent];
  if (way === undefined) throw new Error(`No way leads to ${parent}.${field.name}; add one to WAYS.`);
  const variables = field.args.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
  const values = field.args.map(({ name }) => `${name}: $${name}`).join(', ');
  const connection = getNamedType(field.type);
  const node = isObjectType(connection) ? connection.getFields()['nodes']?.type : undefined;
  const page = `pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount edges { cursor }`;
  return `query (${variables}) { ${way(`${field.name}(${values}) { ${page} nodes ${node ? shown(node, parent === 'WebhookEvent' ? 0 : 1) : ''} }`)} }`;
}

/** Selects all fields of a type that need no arguments, and `depth` levels of types below it. */
function shown(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type);
  if (!isObjectType(named) && !isInterfaceType(named)) return '{ __typename }';
  const fields = Object.values(named.getFields()).filter(({ args }) => !args.some((each) => isNonNullType(each.type)));
  const chosen = fields.flatMap((field) => {
    if (isLeafType(getNamedType(field.type))) return [field.name];
    return depth > 0 && field.args.length === 0 ? [`${field.name} ${shown(field.type, depth - 1)}`] : [];
  });
  return `{ __typename ${chosen.join(' ')} }`;
}
