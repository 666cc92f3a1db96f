import {
  HeaderMap,
  type ApolloServerPlugin,
  type GraphQLRequestContext,
  type GraphQLRequestListener,
  type GraphQLResponse,
  type HTTPGraphQLHead,
} from '@apollo/server';
import {
  OperationTypeNode,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { isOutage } from '../database/database-failure.ts';
import type { Logger } from '../observability/logger.ts';
import { badInput } from './client-error.ts';
import { Executor, type Operation } from './executor.ts';
import { openSubscription } from './open-subscription.ts';
import { demandApiVersion, demandsOf, demandToken, type OperationDemands } from './operation-demands.ts';
import { presentError } from './present-errors.ts';
import type { RequestContext } from './request-context.ts';
import { variableErrors } from './variable-errors.ts';

type Request = GraphQLRequestContext<RequestContext>;

/**
 * The gateway's own steps in Apollo's pipeline: whether the caller may run the operation, decided before any resolver;
 * the run itself, by a compiled executor; how its errors look; the correlation id in every answer.
 */
export function gatewayPlugin(schema: GraphQLSchema, logger: Logger): ApolloServerPlugin<RequestContext> {
  const executor = new Executor(schema);
  const demands = new WeakMap<OperationDefinitionNode, OperationDemands>();

  const demandsOn = ({ document, operation }: Operation) => {
    const demanded = demands.get(operation) ?? demandsOf(schema, document, operation);
    demands.set(operation, demanded);
    return demanded;
  };

  const checkDemands = ({ document, operation, contextValue }: Request) => {
    if (document === undefined || operation === undefined) return Promise.resolve();
    const demanded = demandsOn({ document, operation });
    demandToken(demanded, contextValue);
    demandApiVersion(demanded, contextValue.apiVersion);
    if (operation.operation === OperationTypeNode.SUBSCRIPTION && contextValue.stream === undefined)
      throw badInput('Subscriptions are served over WebSocket on this path, subprotocol graphql-transport-ws.');
    return Promise.resolve();
  };

  const open = async (operation: Operation, context: RequestContext, variables: Readonly<Record<string, unknown>>) => {
    const opening = { schema, executor, operation, demands: demandsOn(operation) };
    const result = await openSubscription(opening, context, variables);
    if (!('key' in result)) {
      if (result.some(({ originalError }) => isOutage(originalError))) context.stream?.('unavailable');
      return answerWithErrors({ errors: result }, operation.operation, context, logger);
    }
    context.stream?.(result);
    return answer({ data: null });
  };

  const run = async ({ document, operation, request, contextValue }: Request) => {
    if (document === undefined || operation === undefined) return null;
    const variables = request.variables ?? {};
    if (operation.operation === OperationTypeNode.SUBSCRIPTION)
      return open({ document, operation }, contextValue, variables);
    const result = await executor.run({ document, operation }, contextValue, variables);
    if (result.errors === undefined || result.errors.length === 0) return answer(result);
    const isUnstarted = result.data === undefined;
    const errors = isUnstarted ? variableErrors(schema, operation, variables) : result.errors;
    return answerWithErrors({ ...result, errors }, operation, contextValue, logger);
  };

  const hooks: GraphQLRequestListener<RequestContext> = {
    didResolveOperation: checkDemands,
    responseForOperation: run,
    willSendResponse({ response, contextValue: { correlationId } }) {
      if (response.body.kind === 'single') response.body.singleResult.extensions = { correlationId };
      return Promise.resolve();
    },
  };
  return { requestDidStart: () => Promise.resolve(hooks) };
}

function answer(singleResult: object, http: Partial<HTTPGraphQLHead> = {}): GraphQLResponse {
  return { http: { headers: new HeaderMap(), ...http }, body: { kind: 'single', singleResult: { ...singleResult } } };
}

/**
 * An error that speaks for the whole request, such as a bad cursor, makes the answer an HTTP error without data. A
 * mutation keeps its data beside it as long as one of its fields has a result: that one has happened.
 */
function answerWithErrors(
  result: ExecutionResult & { errors: readonly GraphQLError[] },
  { operation }: OperationDefinitionNode,
  { correlationId }: RequestContext,
  logger: Logger,
): GraphQLResponse {
  const presented = result.errors.map((error) => presentError(error, correlationId, logger));
  const errors = presented.map(({ shown }) => shown);
  const http = presented.find((error) => error.http?.status !== undefined)?.http;
  const hasResult = Object.values(result.data ?? {}).some((value) => value !== null);
  if (http === undefined || (operation === OperationTypeNode.MUTATION && hasResult))
    return answer({ data: result.data, errors });
  return answer({ errors }, { ...http, headers: new HeaderMap(http.headers) });
}
