import { Kind, type FieldNode, type OperationDefinitionNode, type ValueNode } from 'graphql';
import { fieldAt } from '../../kernel/fields.ts';
import { badArgument } from '../graphql/errors/client-error.ts';

/** Maximum wait for something to happen, in seconds (docs/protocol.md). */
const WAIT_SECONDS_MAX = 25;
/** Argument of root fields for the wait, in seconds; in mutations a member of their only argument. */
const WAIT = 'wait';
const INPUT = 'input';

type Variables = Readonly<Record<string, unknown>>;

interface GivenWait {
  readonly value: ValueNode;
  readonly isInput: boolean;
}

/** How long an operation waits; read from the document once. */
export interface OperationWait {
  /** Values of that argument in its root fields, and inputs that may have that member. */
  readonly given: readonly GivenWait[];
  /** Defaults of variables, by name. */
  readonly defaults: ReadonlyMap<string, ValueNode>;
  /** Whether it has only one root field. */
  readonly isAlone: boolean;
}

/** @param roots root fields, including those of fragments */
export function operationWait(
  { variableDefinitions = [] }: OperationDefinitionNode,
  roots: readonly FieldNode[],
): OperationWait {
  const keys = roots.filter(({ name }) => name.value !== '__typename').map(({ alias, name }) => (alias ?? name).value);
  return {
    given: roots
      .flatMap((root) => root.arguments ?? [])
      .filter(({ name }) => name.value === WAIT || name.value === INPUT)
      .map(({ name, value }) => ({ value, isInput: name.value === INPUT })),
    defaults: new Map(
      variableDefinitions.flatMap(({ variable, defaultValue }) =>
        defaultValue === undefined ? [] : [[variable.name.value, defaultValue] as const],
      ),
    ),
    isAlone: new Set(keys).size === 1,
  };
}

/** Returns how long an operation waits at most, in seconds; 0 if it does not wait. */
export function secondsOf({ given, defaults }: OperationWait, variables: Variables): number {
  return Math.max(0, ...allSeconds(given, defaults, variables));
}

/** @throws GraphQLError BAD_USER_INPUT for a wait out of bounds, or next to other root fields */
export function demandWait({ given, defaults, isAlone }: OperationWait, variables: Variables): void {
  const requested = allSeconds(given, defaults, variables);
  const wrong = requested.find((seconds) => seconds < 0 || seconds > WAIT_SECONDS_MAX);
  if (wrong !== undefined) throw badArgument(WAIT, `${WAIT} is ${wrong}: give 0 to ${WAIT_SECONDS_MAX} seconds.`);
  if (!isAlone && requested.some((seconds) => seconds > 0))
    throw badArgument(WAIT, 'A field that waits must be the only root field of its operation.');
}

/** Values that are not numbers are refused later. */
function allSeconds(
  given: OperationWait['given'],
  defaults: OperationWait['defaults'],
  variables: Variables,
): readonly number[] {
  const secondsOfValue = (value: ValueNode | undefined, isInput: boolean): number => {
    if (value?.kind === Kind.INT) return Number(value.value);
    if (value?.kind === Kind.OBJECT && isInput)
      return secondsOfValue(value.fields.find(({ name }) => name.value === WAIT)?.value, false);
    if (value?.kind !== Kind.VARIABLE) return 0;
    const name = value.name.value;
    const sent = isInput ? fieldAt(variables[name], WAIT) : variables[name];
    if (variables[name] === undefined) return secondsOfValue(defaults.get(name), isInput);
    return typeof sent === 'number' ? sent : 0;
  };
  return given.map(({ value, isInput }) => secondsOfValue(value, isInput));
}
