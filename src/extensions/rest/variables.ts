import {
  getNullableType,
  isInputObjectType,
  isInputType,
  isNonNullType,
  typeFromAST,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { isFields } from '../../kernel/fields.ts';

/** Stores a value at its path in the variables. */
export function put(variables: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  const present = Object.hasOwn(variables, name) ? variables[name] : undefined;
  if (rest.length > 0) {
    const holder: Record<string, unknown> = isFields(present) ? { ...present } : {};
    put(holder, rest, value);
    variables[name] = holder;
  } else {
    variables[name] = isFields(present) && isFields(value) ? { ...value, ...present } : value;
  }
}

/** Returns the type of the value at a path in the variables. */
export function typeAt(schema: GraphQLSchema, operation: OperationDefinitionNode, at: string): GraphQLInputType {
  const [variable = '', ...fields] = at.split('.');
  const definition = operation.variableDefinitions?.find(({ variable: { name } }) => name.value === variable);
  const type = definition && typeFromAST(schema, definition.type);
  if (!isInputType(type)) throw new Error(`A row places a value at ${at}, which its document does not take.`);
  const first = definition?.defaultValue !== undefined && isNonNullType(type) ? type.ofType : type;
  return fields.reduce<GraphQLInputType>((holder, name) => {
    const nullable = getNullableType(holder);
    const field = isInputObjectType(nullable) ? nullable.getFields()[name] : undefined;
    if (field === undefined) throw new Error(`A row places a value at ${at}, which its document does not take.`);
    // A field with a default can be omitted.
    return isNonNullType(field.type) && field.defaultValue !== undefined ? field.type.ofType : field.type;
  }, first);
}
