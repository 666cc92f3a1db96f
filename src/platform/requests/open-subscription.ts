import { createSourceEventStream, getVariableValues, type GraphQLError, type GraphQLSchema } from 'graphql';
import { LogReader, type LogSource } from '../log/log-reader.ts';
import { parsedBytesOf } from '../graphql/documents/known-documents.ts';
import type { Operation } from '../graphql/documents/operation.ts';
import type { Executor } from '../graphql/operations/executor.ts';
import { demandToken, type OperationDemands } from './operation-demands.ts';
import type { OpenedSubscription } from './opened-subscription.ts';
import { OperationMemo, type RequestContext } from './request-context.ts';
import { subscriptionKey } from './subscription-key.ts';
import { variableErrors } from '../graphql/operations/variable-errors.ts';

type Variables = Readonly<Record<string, unknown>>;

export interface Opening {
  readonly schema: GraphQLSchema;
  readonly executor: Executor<RequestContext>;
  readonly operation: Operation;
  readonly demands: OperationDemands;
}

/** Opens the source of a subscription, or returns the errors, including those that its resolver throws. */
export async function openSubscription(
  opening: Opening,
  context: RequestContext,
  variables: Readonly<Record<string, unknown>>,
): Promise<OpenedSubscription | readonly GraphQLError[]> {
  const { schema, operation } = opening;
  const { document } = operation;
  const coerced = getVariableValues(schema, operation.operation.variableDefinitions ?? [], variables);
  if (coerced.errors !== undefined) return variableErrors(schema, operation, variables);
  const source = await createSourceEventStream({
    schema,
    document,
    operationName: operation.operation.name?.value ?? null,
    contextValue: context,
    variableValues: variables,
  });
  const declared = declaredIn(operation, variables);
  const parts = { context, variables: declared, seen: coerced.coerced, bytes: bytesOf(operation, declared) };
  if (source instanceof LogReader) return opened(opening, { ...parts, source });
  if ('errors' in source) return source.errors;
  throw new Error('The source of a subscription is not a reader of a log.');
}

/** Returns the variables that an operation declares: others would be kept for nothing. */
function declaredIn({ operation: { variableDefinitions = [] } }: Operation, variables: Variables): Variables {
  const names = variableDefinitions.map(({ variable }) => variable.name.value);
  return Object.fromEntries(names.flatMap((name) => (Object.hasOwn(variables, name) ? [[name, variables[name]]] : [])));
}

/** Returns the memory of an operation and its variables, in bytes. */
function bytesOf({ document }: Operation, variables: Variables): number {
  return (document.loc?.source.body.length ?? 0) + parsedBytesOf(document) + JSON.stringify(variables).length;
}

interface Parts {
  readonly source: LogSource;
  readonly context: RequestContext;
  readonly variables: Variables;
  readonly bytes: number;
  /** The variables with their defaults applied. */
  readonly seen: Readonly<Record<string, unknown>>;
}

function opened(opening: Opening, parts: Parts): OpenedSubscription {
  const { executor, operation, demands } = opening;
  const { source, context, variables, seen, bytes } = parts;
  return {
    source,
    bytes,
    cost: demands.cost(variables),
    key: source.own ?? subscriptionKey({ operation, variables: seen, principal: context.principal }),
    page() {
      const correlationId = context.random.uuid();
      const shownIn = { ...context, memo: new OperationMemo(), correlationId };
      return { correlationId, show: (payload) => executor.run(operation, shownIn, variables, { root: payload }) };
    },
    admit(principal) {
      const anew = { ...context, principal };
      demandToken(demands, anew);
      return opened(opening, { ...parts, context: anew });
    },
  };
}
