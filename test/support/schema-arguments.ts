import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
} from 'graphql';

/** A place in the arguments of a field that has a plain value, such as `input.account.number`. */
export interface Leaf {
  readonly path: readonly string[];
  /** Last name of the path. */
  readonly name: string;
  /** Name of its type, without list and non-null marks. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly isList: boolean;
  /** Members of an enum; empty for other types. */
  readonly members: readonly string[];
  /** First member of an enum. */
  readonly firstMember: string | undefined;
}

/** Returns all leaves of the arguments of a field, including optional ones. */
export function leavesOf({ args }: GraphQLField<unknown, unknown>): Leaf[] {
  return args.flatMap((argument) => leavesBelow(argument, [], true));
}

function leavesBelow(
  { name, type }: GraphQLArgument | GraphQLInputField,
  above: readonly string[],
  isNeeded: boolean,
): Leaf[] {
  const path = [...above, name];
  const named = getNamedType(type);
  const isRequired = isNeeded && isNonNullType(type);
  if (isInputObjectType(named))
    return Object.values(named.getFields()).flatMap((field) => leavesBelow(field, path, isRequired));
  const members = isEnumType(named) ? named.getValues().map((member) => member.name) : [];
  return [{ path, name, type: named.name, isRequired, isList: isList(type), members, firstMember: members[0] }];
}

function isList(type: GraphQLInputType): boolean {
  return isListType(type) || (isNonNullType(type) && isList(type.ofType));
}

/** Builds the arguments, as an object of variables, from the values of their leaves. */
export function argumentsOf(values: ReadonlyMap<Leaf, unknown>): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const [{ path, name, isList: isMany }, value] of values) {
    let below = root;
    for (const step of path.slice(0, -1)) {
      const next = below[step];
      below = isRecord(next) ? next : (below[step] = {});
    }
    below[name] = isMany && value !== null ? [value] : value;
  }
  return root;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
