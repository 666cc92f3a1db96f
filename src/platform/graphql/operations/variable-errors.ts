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
import type { Operation } from '../documents/operation.ts';
import { badInput } from '../errors/client-error.ts';
import { coercionFaults, withFaults } from './coercion-faults.ts';
import { withoutValues } from '../errors/present-errors.ts';

/** Maximum number of problems that are reported. */
const VARIABLE_ERRORS_MAX = 5;
/**
 * With more values, our check runs before GraphQL's own coercion, which looks for all problems and prints the whole
 * input for each.
 */
const VALUES_MAX = 200;

/**
 * Returns what is wrong with the variables of an operation that could not start because of them. GraphQL's own messages
 * repeat the whole input, personal data included; these name the path and what is expected there.
 */
export function variableErrors(
  schema: GraphQLSchema,
  operation: Operation,
  variables: Readonly<Record<string, unknown>>,
): readonly GraphQLError[] {
  const problems = problemsOf(schema, operation.operation, variables);
  const errors = (problems.length === 0 ? ['The variables do not fit the operation.'] : problems).map(badInput);
  return withFaults(errors, coercionFaults(schema, operation, variables));
}

/** Returns what is wrong with many values, before anything else reads them; nothing if there are few. */
export function errorsOfManyVariables(
  schema: GraphQLSchema,
  operation: Operation,
  variables: Readonly<Record<string, unknown>>,
): readonly GraphQLError[] {
  const isWrong = hasMany(variables) && problemsOf(schema, operation.operation, variables).length > 0;
  return isWrong ? variableErrors(schema, operation, variables) : [];
}

function hasMany(variables: object): boolean {
  const open = [variables];
  let values = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const members: unknown[] = Object.values(next);
    values += members.length;
    if (values > VALUES_MAX) return true;
    for (const member of members) if (typeof member === 'object' && member !== null) open.push(member);
  }
  return false;
}

function problemsOf(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): readonly string[] {
  const problems: string[] = [];
  for (const definition of variableDefinitions) {
    addProblems(problems, schema, definition, variables);
    if (problems.length >= VARIABLE_ERRORS_MAX) break;
  }
  return problems;
}

/** Stops a coercion that has found enough problems. */
class EnoughProblems extends Error {}

function addProblems(
  problems: string[],
  schema: GraphQLSchema,
  definition: VariableDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): void {
  const name = definition.variable.name.value;
  const type = typeFromAST(schema, definition.type);
  if (!isInputType(type)) return;
  const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
  if (value === undefined) {
    const isMissing = isNonNullType(type) && definition.defaultValue === undefined;
    if (isMissing) problems.push(`Variable "$${name}" of required type "${type.toString()}" was not provided.`);
    return;
  }
  try {
    coerceInputValue(value, type, (path, _value, error) => {
      problems.push(`Variable "$${name}" at "${[name, ...path].join('.')}": ${withoutValues(error.message)}`);
      if (problems.length >= VARIABLE_ERRORS_MAX) throw new EnoughProblems();
    });
  } catch (error) {
    if (!(error instanceof EnoughProblems)) throw error;
  }
}
