import {
  createSourceEventStream,
  getVariableValues,
  type GraphQLError,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import { LogReader, type LogSource } from '../../log/log-reader.ts';
import type { Operation } from '../documents/operation.ts';
import type { Executor } from './executor.ts';
import { demandToken, type OperationDemands } from './operation-demands.ts';
import type { RequestContext } from './request-context.ts';
import { subscriptionKey } from './subscription-key.ts';
import { variableErrors } from './variable-errors.ts';

/** An admitted subscription with its open source. */
export interface OpenedSubscription {
  readonly source: LogSource;
  /** The context in which it was opened; executions use it with another correlation id. */
  readonly context: RequestContext;
  /** Subscriptions with the same key show the same view of every event. */
  readonly key: string;
  /** Executes the document for a payload of the source. */
  show(context: RequestContext, payload: object): Promise<ExecutionResult>;
  /**
   * Returns the same subscription for the same partner with another token.
   * @throws GraphQLError FORBIDDEN if its scopes are insufficient
   */
  admit(context: RequestContext): OpenedSubscription;
}

export interface Opening {
  readonly schema: GraphQLSchema;
  readonly executor: Executor;
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
  if (coerced.errors !== undefined) return variableErrors(schema, operation.operation, variables);
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
    context,
    key: source.own ?? subscriptionKey({ operation, variables: seen, principal: context.principal }),
    show: (shownIn, payload) => executor.run(operation, shownIn, variables, payload),
    admit(anew) {
      demandToken(demands, anew);
      return opened(opening, { ...parts, context: anew });
    },
  };
}
