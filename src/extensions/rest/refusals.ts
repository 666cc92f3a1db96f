import {
  getNamedType,
  isLeafType,
  isObjectType,
  isUnionType,
  type GraphQLField,
  type GraphQLSchema,
  type GraphQLUnionType,
} from 'graphql';
import { requiredScopesOf } from '../../platform/auth/requires-scopes.directive.ts';

/** Interface that all refusals implement. */
const REFUSAL = 'DomainError';
/** Fields of it that REST does not show, or as something else: `documentation` is the `reference` of all errors. */
const NOT_SHOWN: ReadonlySet<string> = new Set(['documentation', 'retryable', 'nextStep']);

/** Returns the result union of a mutation; undefined for other fields. */
export function unionOf(schema: GraphQLSchema, field: string): GraphQLUnionType | undefined {
  const { type } = schema.getMutationType()?.getFields()[field] ?? {};
  const named = type && getNamedType(type);
  return isUnionType(named) ? named : undefined;
}

/** Returns the names of a union's refusal types. */
export function refusalsOf(union: GraphQLUnionType): readonly string[] {
  return union.getTypes().flatMap((type) => (isRefusal(type) ? [type.name] : []));
}

/** Returns the fragment for `...Refusal` in a row's document: all refusals of the union, with all data that they have. */
export function refusalFragment(union: GraphQLUnionType): string {
  const members = union.getTypes().flatMap((type) => {
    if (!isRefusal(type)) return [];
    const carried = Object.values(type.getFields()).filter(({ name }) => !NOT_SHOWN.has(name));
    return [`... on ${type.name} { __typename ${selectionOf(carried, 2)} }`];
  });
  return `fragment Refusal on ${union.name} { ${members.join(' ')} }`;
}

/** Selects fields without arguments and scopes of their own, and `depth` levels of what they contain. */
function selectionOf(fields: readonly GraphQLField<unknown, unknown>[], depth: number): string {
  return fields
    .filter((field) => field.args.length === 0 && requiredScopesOf(field) === undefined)
    .flatMap((field) => {
      const named = getNamedType(field.type);
      if (isLeafType(named)) return [field.name];
      const within = isObjectType(named) && depth > 0 ? selectionOf(Object.values(named.getFields()), depth - 1) : '';
      return within === '' ? [] : [`${field.name} { ${within} }`];
    })
    .join(' ');
}

function isRefusal(type: unknown): boolean {
  return isObjectType(type) && type.getInterfaces().some(({ name }) => name === REFUSAL);
}
