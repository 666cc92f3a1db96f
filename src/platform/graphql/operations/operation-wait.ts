import { Kind, type FieldNode, type OperationDefinitionNode, type ValueNode } from 'graphql';
import { badArgument } from './client-error.ts';

/** Longest wait for something to happen, in seconds (events.md, wait). */
const WAIT_SECONDS_MAX = 25;
/** Argument of root fields that says how long they wait. */
const WAIT = 'wait';

type Variables = Readonly<Record<string, unknown>>;

/** How long an operation asks to wait; read off the document once. */
export interface OperationWait {
  /** What its root fields give for the wait. */
  readonly given: readonly ValueNode[];
  /** Values of variables that are not sent. */
  readonly defaults: ReadonlyMap<string, ValueNode>;
  /** Whether it has one root field. */
  readonly isAlone: boolean;
}

/** @param roots fields at the root, through its fragments */
export function operationWait(
  { variableDefinitions = [] }: OperationDefinitionNode,
  roots: readonly FieldNode[],
): OperationWait {
  const keys = roots.filter(({ name }) => name.value !== '__typename').map(({ alias, name }) => (alias ?? name).value);
  return {
    given: roots
      .flatMap((root) => root.arguments ?? [])
      .filter(({ name }) => name.value === WAIT)
      .map(({ value }) => value),
    defaults: new Map(
      variableDefinitions.flatMap(({ variable, defaultValue }) =>
        defaultValue === undefined ? [] : [[variable.name.value, defaultValue] as const],
      ),
    ),
    isAlone: new Set(keys).size === 1,
  };
}

/** How long it waits at most, in seconds; 0 where it does not. */
export function secondsOf({ given, defaults }: OperationWait, variables: Variables): number {
  return Math.max(0, ...allSeconds(given, defaults, variables));
}

/** @throws GraphQLError BAD_USER_INPUT for a wait that is too long, or beside other root fields */
export function demandWait({ given, defaults, isAlone }: OperationWait, variables: Variables): void {
  const asked = allSeconds(given, defaults, variables);
  const wrong = asked.find((seconds) => seconds < 0 || seconds > WAIT_SECONDS_MAX);
  if (wrong !== undefined) throw badArgument(WAIT, `${WAIT} is ${wrong}: give 0 to ${WAIT_SECONDS_MAX} seconds.`);
  if (!isAlone && asked.some((seconds) => seconds > 0))
    throw badArgument(WAIT, 'A field that waits is the only root field of its operation.');
}

/** What is not a number is refused later. */
function allSeconds(
  given: OperationWait['given'],
  defaults: OperationWait['defaults'],
  variables: Variables,
): readonly number[] {
  const secondsOfValue = (value: ValueNode | undefined): number => {
    if (value?.kind === Kind.INT) return Number(value.value);
    if (value?.kind !== Kind.VARIABLE) return 0;
    const name = value.name.value;
    const sent = variables[name];
    if (sent === undefined) return secondsOfValue(defaults.get(name));
    return typeof sent === 'number' ? sent : 0;
  };
  return given.map(secondsOfValue);
}
