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
import type { Logger } from '../observability/logger.ts';
import { Executor } from './executor.ts';
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

  const checkDemands = ({ document, operation, contextValue }: Request) => {
    if (document === undefined || operation === undefined) return Promise.resolve();
    let demanded = demands.get(operation);
    if (demanded === undefined) {
      demanded = demandsOf(schema, document, operation);
      demands.set(operation, demanded);
    }
    demandToken(demanded, contextValue);
    demandApiVersion(demanded, contextValue.apiVersion);
    return Promise.resolve();
  };

  const run = async ({ document, operation, request, contextValue }: Request) => {
    if (document === undefined || operation === undefined) return null;
    const variables = request.variables ?? {};
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
