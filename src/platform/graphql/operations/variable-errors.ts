import {
  coerceInputValue,
  isInputType,
  isNonNullType,
  typeFromAST,
  type GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
} from 'graphql';
import { badInput } from './client-error.ts';
import { withoutValues } from './present-errors.ts';

/** How many wrong variables are told at once. */
const VARIABLE_ERRORS_MAX = 5;

/**
 * What is wrong with the variables of an operation that could not be started for them. GraphQL's own messages repeat
 * the whole input, personal data included; these name the place and what is wanted there.
 */
export function variableErrors(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): GraphQLError[] {
  const problems = (operation.variableDefinitions ?? []).flatMap((definition) =>
    problemsOf(schema, definition, variables),
  );
  const told = problems.length === 0 ? ['The variables do not fit the operation.'] : problems;
  return told.slice(0, VARIABLE_ERRORS_MAX).map(badInput);
}

function problemsOf(
  schema: GraphQLSchema,
  definition: VariableDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): string[] {
  const name = definition.variable.name.value;
  const type = typeFromAST(schema, definition.type);
  if (!isInputType(type)) return [];
  const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
  if (value === undefined) {
    const isMissing = isNonNullType(type) && definition.defaultValue === undefined;
    return isMissing ? [`Variable "$${name}" of required type "${type.toString()}" was not provided.`] : [];
  }
  const problems: string[] = [];
  coerceInputValue(value, type, (path, _value, error) => {
    problems.push(`Variable "$${name}" at "${[name, ...path].join('.')}": ${withoutValues(error.message)}`);
  });
  return problems;
}
