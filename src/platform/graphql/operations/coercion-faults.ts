import {
  BREAK,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type ASTNode,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLError,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLSchema,
  type ObjectValueNode,
  type OperationDefinitionNode,
  type ValueNode,
} from 'graphql';
import { isFields } from '../../../kernel/fields.ts';
import type { ViolationCode } from '../../../kernel/violation-code.ts';
import type { Operation } from '../documents/operation.ts';
import { withoutValues } from '../errors/present-errors.ts';

/** Maximum number of faults that are reported. */
const FAULTS_MAX = 20;
/** Argument that a mutation's paths begin below, as in InvalidInputError. */
const INPUT = 'input';

/** A value that does not have the type of its place. */
export interface CoercionFault {
  /** From the input of a mutation, otherwise from the argument. */
  readonly path: readonly string[];
  readonly code: ViolationCode;
  /** It never repeats the value. */
  readonly message: string;
  /** The values of an enum; null if the set is not closed. */
  readonly allowed: readonly string[] | null;
}

type Path = readonly string[];
type Variables = Readonly<Record<string, unknown>>;

/** Returns what is wrong with the arguments of an operation: its literals, and its variables if they are given. */
export function coercionFaults(
  schema: GraphQLSchema,
  { document, operation }: Operation,
  variables?: Variables,
): readonly CoercionFault[] {
  const search = new FaultSearch(operation, variables);
  const types = new TypeInfo(schema);
  const others = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION && one !== operation);
  visit(
    document,
    visitWithTypeInfo(types, {
      OperationDefinition: (node) => (others.includes(node) ? false : undefined),
      Field(node) {
        const isMutation = types.getParentType() === schema.getMutationType();
        for (const argument of types.getFieldDef()?.args ?? []) search.argument(node, argument, isMutation);
        return search.isFull ? BREAK : undefined;
      },
    }),
  );
  return search.faults;
}

/** Adds all faults to the first of an operation's errors. */
export function withFaults(errors: readonly GraphQLError[], faults: readonly CoercionFault[]): readonly GraphQLError[] {
  const [first] = errors;
  if (first !== undefined && faults.length > 0) first.extensions['violations'] = faults;
  return errors;
}

class FaultSearch {
  readonly faults: CoercionFault[] = [];
  private readonly variables: Variables | undefined;
  private readonly defaults: ReadonlyMap<string, boolean>;

  constructor({ variableDefinitions = [] }: OperationDefinitionNode, variables: Variables | undefined) {
    this.variables = variables;
    this.defaults = new Map(
      variableDefinitions.map(({ variable, defaultValue }) => [variable.name.value, defaultValue !== undefined]),
    );
  }

  get isFull(): boolean {
    return this.faults.length >= FAULTS_MAX;
  }

  argument({ arguments: given = [] }: FieldNode, argument: GraphQLArgument, isMutation: boolean): void {
    const path = isMutation && argument.name === INPUT ? [] : [argument.name];
    const node = given.find(({ name }) => name.value === argument.name);
    if (node !== undefined) this.literal(node.value, argument.type, path);
    else if (isRequiredArgument(argument)) this.missing(path);
  }

  private literal(node: ValueNode, type: GraphQLInputType, path: Path): void {
    if (this.isFull) return;
    if (node.kind === Kind.VARIABLE) this.variable(node.name.value, type, path);
    else if (isNonNullType(type)) {
      if (node.kind === Kind.NULL) this.missing(path);
      else this.literal(node, type.ofType, path);
    } else if (node.kind === Kind.NULL) return;
    else if (isListType(type)) {
      if (node.kind !== Kind.LIST) this.literal(node, type.ofType, path);
      else for (const [nth, item] of node.values.entries()) this.literal(item, type.ofType, [...path, String(nth)]);
    } else if (isInputObjectType(type)) {
      if (node.kind === Kind.OBJECT) this.literalMembers(node, type, path);
      else this.noObject(path);
    } else this.leaf(type, path, () => type.parseLiteral(node, this.variables));
  }

  private literalMembers({ fields }: ObjectValueNode, type: GraphQLInputObjectType, path: Path): void {
    const nodes = new Map<string, ASTNode & { readonly value: ValueNode }>(
      fields.map((field) => [field.name.value, field]),
    );
    this.members(type, { path, names: nodes.keys() }, (name, own) => {
      const node = nodes.get(name);
      if (node !== undefined) this.literal(node.value, own, [...path, name]);
      return node !== undefined;
    });
  }

  private variable(name: string, type: GraphQLInputType, path: Path): void {
    if (this.variables === undefined) return;
    const value = Object.hasOwn(this.variables, name) ? this.variables[name] : undefined;
    if (value !== undefined) this.value(value, type, path);
    else if (isNonNullType(type) && this.defaults.get(name) !== true) this.missing(path);
  }

  private value(value: unknown, type: GraphQLInputType, path: Path): void {
    if (this.isFull) return;
    if (isNonNullType(type)) {
      if (value === null || value === undefined) this.missing(path);
      else this.value(value, type.ofType, path);
    } else if (value === null || value === undefined) return;
    else if (isListType(type)) {
      if (!Array.isArray(value)) this.value(value, type.ofType, path);
      else for (const [nth, item] of value.entries()) this.value(item, type.ofType, [...path, String(nth)]);
    } else if (isInputObjectType(type)) {
      if (!isFields(value) || Array.isArray(value)) this.noObject(path);
      else
        this.members(type, { path, names: Object.keys(value) }, (name, own) => {
          const isGiven = Object.hasOwn(value, name) && value[name] !== undefined;
          if (isGiven) this.value(value[name], own, [...path, name]);
          return isGiven;
        });
    } else this.leaf(type, path, () => type.parseValue(value));
  }

  /** @param check checks a member; returns whether it was given */
  private members(
    type: GraphQLInputObjectType,
    { path, names }: { readonly path: Path; readonly names: Iterable<string> },
    check: (name: string, type: GraphQLInputType) => boolean,
  ): void {
    const known = type.getFields();
    for (const field of Object.values(known))
      if (!check(field.name, field.type) && isRequiredInputField(field)) this.missing([...path, field.name]);
    for (const name of names) {
      if (this.isFull) return;
      if (!Object.hasOwn(known, name)) this.add([...path, name], 'NOT_ALLOWED', 'There is no such field.');
    }
  }

  private leaf(type: GraphQLLeafType, path: Path, parse: () => unknown): void {
    try {
      if (parse() !== undefined) return;
      this.add(path, 'FORMAT', `Give a value of type ${type.name}.`);
    } catch (error) {
      const allowed = isEnumType(type) ? type.getValues().map(({ name }) => name) : null;
      if (allowed !== null) this.add(path, 'NOT_ALLOWED', `Give one of ${allowed.join(', ')}.`, allowed);
      else this.refused(path, error);
    }
  }

  private refused(path: Path, error: unknown): void {
    const message = withoutValues(error instanceof Error ? error.message : '');
    this.add(path, message.includes('32-bit') ? 'RANGE' : 'FORMAT', message);
  }

  private missing(path: Path): void {
    this.add(path, 'REQUIRED', 'This field is required.');
  }

  private noObject(path: Path): void {
    this.add(path, 'FORMAT', 'Give an object.');
  }

  private add(path: Path, code: ViolationCode, message: string, allowed: CoercionFault['allowed'] = null): void {
    if (!this.isFull) this.faults.push({ path, code, message, allowed });
  }
}
