import { createSourceEventStream, getVariableValues, type GraphQLError, type GraphQLSchema } from 'graphql';
import { LogReader, type LogSource } from '../log/log-reader.ts';
import type { Operation } from '../graphql/documents/operation.ts';
import type { Executor } from '../graphql/operations/executor.ts';
import { demandToken, type OperationDemands } from './operation-demands.ts';
import type { OpenedSubscription } from './opened-subscription.ts';
import { OperationMemo, type RequestContext } from './request-context.ts';
import { subscriptionKey } from './subscription-key.ts';
import { variableErrors } from '../graphql/operations/variable-errors.ts';

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
  if (source instanceof LogReader) return opened(opening, { source, context, variables, seen: coerced.coerced });
  if ('errors' in source) return source.errors;
  throw new Error('The source of a subscription is not a reader of a log.');
}

interface Parts {
  readonly source: LogSource;
  readonly context: RequestContext;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The variables with their defaults applied. */
  readonly seen: Readonly<Record<string, unknown>>;
}

function opened(opening: Opening, parts: Parts): OpenedSubscription {
  const { executor, operation, demands } = opening;
  const { source, context, variables, seen } = parts;
  return {
    source,
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
