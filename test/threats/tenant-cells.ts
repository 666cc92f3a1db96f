import { readFileSync } from 'node:fs';
import {
  buildSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
  type GraphQLField,
  type GraphQLNamedType,
} from 'graphql';
import { argumentsOf, leavesOf, type Leaf } from '../support/schema-arguments.ts';
import { kindOf, ownValue } from './tenant-arguments.ts';

export const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
export const ROOTS = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];

/** A root field with the leaves of its arguments. */
export interface RootField {
  readonly operation: string;
  readonly field: GraphQLField<unknown, unknown>;
  readonly leaves: readonly Leaf[];
}

/** Whether only systems of the bank have the scope of a field: to a partner it is the same whatever is named. */
const isOfBank = ({ description }: GraphQLField<unknown, unknown>) => /Requires scope: bank\./.test(description ?? '');

export const rootFields: RootField[] = ROOTS.flatMap((type) =>
  Object.values(type?.getFields() ?? {})
    .filter((field) => !isOfBank(field))
    .map((field) => ({
      operation: type?.name.toLowerCase() ?? '',
      field,
      leaves: leavesOf(field),
    })),
);

/**
 * The matrix. It has no filters of live streams, since an empty stream gives no answer to compare: they only narrow the
 * caller's own data, as `Query` with the same filter shows.
 */
export const cells = rootFields.flatMap(({ operation, field, leaves }) =>
  leaves
    .filter((leaf) => kindOf(leaf) !== undefined && !(operation === 'subscription' && leaf.path[0] === 'filter'))
    .map((leaf) => ({ operation, field, leaves, leaf, name: `${field.name}(${leaf.path.join('.')})` })),
);

/** Returns a selection that is sufficient to distinguish something from nothing. */
function selectionOf(type: GraphQLNamedType): string {
  if (isAbstractType(type)) {
    const hasMember = (name: string) =>
      schema.getPossibleTypes(type).some((member) => member.getInterfaces().some((each) => each.name === name));
    return `{ __typename ${hasMember('DomainError') ? '... on DomainError { code }' : ''} ${more(type)} }`;
  }
  if (!isObjectType(type)) return '';
  const fields = type.getFields();
  const wanted = ['id', 'totalCount'].filter((name) => name in fields);
  return `{ __typename ${wanted.join(' ')} ${'edges' in fields ? 'nodes { __typename }' : ''} }`;
}

function more({ name }: GraphQLNamedType): string {
  if (name === 'ReprocessWebhookMessagesResult')
    return '... on ReprocessWebhookMessagesSuccess { accepted { id } refused { reason } }';
  if (name === 'ReprocessWebhookMessagesByFilterResult')
    return '... on ReprocessWebhookMessagesByFilterSuccess { matched }';
  return '';
}

/** An argument of a root field that can name something. */
export interface Cell extends RootField {
  readonly leaf: Leaf;
}

/** What a search of messages needs. */
const PERIOD = ['startDate', 'endDate'];

/** Returns the request with `value` at the cell's leaf; all other values are BETA_PAY's own. */
export function requestOf({ operation, field, leaves, leaf }: Cell, value: string) {
  const siblings = leaves.filter(
    ({ path, name, isRequired }) => isRequired || path[0] === 'input' || PERIOD.includes(name),
  );
  const values = new Map<Leaf, unknown>(siblings.map((each) => [each, ownValue(each)]));
  values.set(leaf, value);
  if (leaf.name === 'before') values.set(byLeaf(leaves, 'last'), 1);
  const variables = argumentsOf(values);
  const used = field.args.filter(({ name }) => name in variables);
  const declared = used.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
  const passed = used.map(({ name }) => `${name}: $${name}`).join(', ');
  const selection = selectionOf(getNamedType(field.type));
  return { query: `${operation} (${declared}) { ${field.name}(${passed}) ${selection} }`, variables };
}

function byLeaf(leaves: readonly Leaf[], wanted: string): Leaf {
  const found = leaves.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`There is no argument ${wanted}.`);
  return found;
}
