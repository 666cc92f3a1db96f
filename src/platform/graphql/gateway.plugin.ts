import {
  HeaderMap,
  type ApolloServerPlugin,
  type GraphQLRequestContext,
  type GraphQLRequestContextWillSendResponse,
  type GraphQLRequestListener,
  type GraphQLResponse,
  type HTTPGraphQLHead,
} from '@apollo/server';
import {
  OperationTypeNode,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { isOutage } from '../database/database-failure.ts';
import type { Logger } from '../observability/logger.ts';
import { within } from '../observability/spans.ts';
import type { Admission } from './admission.ts';
import { badInput } from './client-error.ts';
import { Executor, type Operation } from './executor.ts';
import type { WatchOperations } from './operation-end.ts';
import { openSubscription } from './open-subscription.ts';
import { demandsOf, type OperationDemands } from './operation-demands.ts';
import { presentError } from './present-errors.ts';
import type { RequestContext } from './request-context.ts';
import { variableErrors } from './variable-errors.ts';

type Request = GraphQLRequestContext<RequestContext>;
type Ended = GraphQLRequestContextWillSendResponse<RequestContext>;

export interface GatewayPluginOptions {
  readonly schema: GraphQLSchema;
  readonly admission: Admission;
  readonly logger: Logger;
  /** Is told of every operation that has ended. */
  readonly watch: WatchOperations;
}

/**
 * The gateway's own steps in Apollo's pipeline: whether the caller may run the operation, decided before any resolver;
 * the run itself, by a compiled executor; how its errors look; correlation id and bill in every answer.
 */
export class GatewayPlugin implements ApolloServerPlugin<RequestContext> {
  private readonly options: GatewayPluginOptions;
  private readonly executor: Executor;
  private readonly demands = new WeakMap<OperationDefinitionNode, OperationDemands>();
  /** The same for all requests: what belongs to one is in its context. */
  private readonly hooks: GraphQLRequestListener<RequestContext> = {
    didResolveOperation: (request) => this.admit(request),
    responseForOperation: (request) => this.run(request),
    didEncounterErrors: async ({ operation, contextValue }) => {
      if (operation === undefined) await this.options.admission.countUnusable(contextValue);
    },
    willSendResponse: (request) => {
      this.end(request);
      return Promise.resolve();
    },
  };

  constructor(options: GatewayPluginOptions) {
    this.options = options;
    this.executor = new Executor(options.schema);
  }

  requestDidStart(): Promise<GraphQLRequestListener<RequestContext>> {
    return Promise.resolve(this.hooks);
  }

  private demandsOn({ document, operation }: Operation): OperationDemands {
    const demanded = this.demands.get(operation) ?? demandsOf(this.options.schema, document, operation);
    this.demands.set(operation, demanded);
    return demanded;
  }

  private async admit({ document, operation, request, contextValue }: Request): Promise<void> {
    if (document === undefined || operation === undefined) return;
    const demands = this.demandsOn({ document, operation });
    const { variables = {} } = request;
    await this.options.admission.admit({ operation: operation.operation, demands, variables }, contextValue);
    if (operation.operation === OperationTypeNode.SUBSCRIPTION && contextValue.stream === undefined)
      throw badInput('Subscriptions are served over WebSocket on this path, subprotocol graphql-transport-ws.');
  }

  private async run({ document, operation, request, contextValue }: Request): Promise<GraphQLResponse | null> {
    if (document === undefined || operation === undefined) return null;
    const { variables = {} } = request;
    if (operation.operation === OperationTypeNode.SUBSCRIPTION)
      return this.open({ document, operation }, contextValue, variables);
    const { rootFields } = this.demandsOn({ document, operation });
    const attributes = { 'graphql.operation.type': operation.operation, 'graphql.root_fields': [...rootFields] };
    const result = await within('graphql.execute', attributes, () =>
      this.executor.run({ document, operation }, contextValue, variables),
    );
    if (result.errors === undefined || result.errors.length === 0) return answer(result);
    const isUnstarted = result.data === undefined;
    const errors = isUnstarted ? variableErrors(this.options.schema, operation, variables) : result.errors;
    return answerWithErrors({ ...result, errors }, operation, contextValue, this.options.logger);
  }

  /** Adds correlation id and bill to the answer, and tells of it. */
  private end({ response: { body }, document, operation, contextValue }: Ended): void {
    if (body.kind !== 'single') return;
    const { correlationId, transport, principal, arrivedAt } = contextValue;
    const cost = this.options.admission.billOf(contextValue);
    body.singleResult.extensions = { correlationId, cost };
    const isKnown = document !== undefined && operation !== undefined;
    this.options.watch({
      type: operation?.operation,
      name: operation?.name?.value,
      rootFields: isKnown ? this.demandsOn({ document, operation }).rootFields : [],
      transport,
      partnerId: principal?.partnerId,
      correlationId,
      codes: codesOf(body.singleResult.errors),
      cost: cost?.requested,
      milliseconds: performance.now() - arrivedAt,
    });
  }

  private async open(
    operation: Operation,
    context: RequestContext,
    variables: Readonly<Record<string, unknown>>,
  ): Promise<GraphQLResponse> {
    const { schema, logger } = this.options;
    const opening = { schema, executor: this.executor, operation, demands: this.demandsOn(operation) };
    const result = await openSubscription(opening, context, variables);
    if (!('key' in result)) {
      if (result.some(({ originalError }) => isOutage(originalError))) context.stream?.('unavailable');
      return answerWithErrors({ errors: result }, operation.operation, context, logger);
    }
    context.stream?.(result);
    return answer({ data: null });
  }
}

function codesOf(errors: readonly GraphQLFormattedError[] = []): string[] {
  return [...new Set(errors.map(({ extensions }) => String(extensions?.['code'])))];
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
