/**
 * The one way in for HTTP, sockets and REST: a request arrives, gets its context, and is run.
 * @packageDocumentation
 */

import {
  GraphQLError,
  OperationTypeNode,
  type ExecutionResult,
  type FormattedExecutionResult,
  type GraphQLFormattedError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { etagOf } from '../etag.ts';
import { isOutage } from '../database/database-failure.ts';
import type { Logger } from '../observability/logger.ts';
import { within } from '../observability/spans.ts';
import type { Admission } from './admission.ts';
import { isForbidden, serviceUnavailable } from '../graphql/errors/client-error.ts';
import type { BytePages, WrittenJson } from '../graphql/operations/byte-pages.port.ts';
import type { Operation } from '../graphql/documents/operation.ts';
import { Executor, type Executed } from '../graphql/operations/executor.ts';
import { IntrospectionAnswers } from './introspection-answers.ts';
import { openSubscription } from './open-subscription.ts';
import type { LongPolls } from './long-polls.ts';
import { demandsOf, type OperationDemands } from './operation-demands.ts';
import { secondsOf } from './operation-wait.ts';
import type { ObserveOperation } from '../observability/operation-end.ts';
import {
  codesOf,
  presentError,
  presentFailure,
  presentResult,
  type HttpHead,
} from '../graphql/errors/present-errors.ts';
import type { RequestContext } from './request-context.ts';
import { demandWire } from './operation-wire.ts';
import { answeredTooLate } from './waiting-caller.ts';
import { errorsOfManyVariables, variableErrors } from '../graphql/operations/variable-errors.ts';

export interface OperationRunnerOptions {
  readonly schema: GraphQLSchema;
  readonly admission: Admission;
  readonly logger: Logger;
  /** Maximum number of concurrent operations: an unbounded queue would serve only clients that have disconnected. */
  readonly atOnceMax: number;
  readonly polls: Pick<LongPolls, 'during'>;
  /** Timeout of an operation, in seconds; by default that of the executor. */
  readonly secondsMax?: number;
  /** Executes known queries for lists as bytes, if the caller accepts those. */
  readonly bytePages?: BytePages<RequestContext>;
  /** Is called for every operation that has ended. */
  readonly watch: ObserveOperation;
  /** Is called for a mutation that the caller may not run; the response waits until that is recorded. */
  readonly forbidden: ForbiddenOperation;
}

/** Records an operation that was refused for lack of a scope. */
export type ForbiddenOperation = (rootFields: readonly string[], context: RequestContext) => Promise<void>;

interface WithErrors extends ExecutionResult {
  readonly errors: readonly GraphQLError[];
}

/** The result of an operation, with the status and headers of an HTTP response. */
export interface Answer {
  readonly result: FormattedExecutionResult;
  /** Its `data` if that is written already; then the result has none. */
  readonly written?: WrittenJson | undefined;
  readonly http?: HttpHead | undefined;
}

export type Variables = Readonly<Record<string, unknown>>;

/**
 * Prepares an admitted operation: returns the variables to run it with.
 * @throws GraphQLError that refuses it
 */
export type Prepare = () => Promise<Variables>;

/**
 * Runs validated operations: decides whether the caller may run them, before any resolver runs; executes them; presents
 * their errors; adds the correlation id and cost to each response, and reports it.
 */
export class OperationRunner {
  private readonly options: OperationRunnerOptions;
  private readonly executor: Executor<RequestContext>;
  private readonly introspection = new IntrospectionAnswers();
  private running = 0;
  private readonly demands = new WeakMap<OperationDefinitionNode, OperationDemands>();

  constructor(options: OperationRunnerOptions) {
    this.options = options;
    this.executor = new Executor(options.schema, { ...options, tooLate: answeredTooLate });
  }

  /** Compiles an operation in advance and reads its demands, so that its first caller does not wait for that. */
  compile(operation: Operation): void {
    this.executor.compile(operation);
    this.demandsOn(operation);
  }

  /** Number of operations compiled so far. */
  get compilations(): number {
    return this.executor.compilations;
  }

  /** Lets its first caller compile an operation: of many operations, only a few will be run. */
  compileAtFirstUse(operation: Operation): void {
    this.executor.compileAtFirstUse(operation);
  }

  /** Takes an operation through all steps if no other pipeline does; `prepare` is another step before it is run. */
  async answer(
    operation: Operation,
    variables: Variables,
    context: RequestContext,
    prepare?: Prepare,
  ): Promise<Answer> {
    const admit = async () => {
      await this.admit(operation, variables, context);
      return prepare === undefined ? variables : prepare();
    };
    const admitted = await admit().catch((error: unknown) => {
      if (error instanceof GraphQLError) return error;
      throw error;
    });
    const answer =
      admitted instanceof GraphQLError ? this.refusal(admitted, context) : await this.run(operation, admitted, context);
    return { ...answer, result: { ...answer.result, ...this.end(context, answer.result.errors, operation) } };
  }

  /** Returns the response to a request without an operation that could be run, and counts it. */
  async refuse(error: GraphQLError, context: RequestContext): Promise<Answer> {
    await this.options.admission.countUnusable(context);
    const answer = this.refusal(error, context);
    return { ...answer, result: { ...answer.result, ...this.end(context, answer.result.errors) } };
  }

  /** @throws GraphQLError that says why the caller may not run the operation, or not now */
  async admit(operation: Operation, variables: Variables, context: RequestContext): Promise<void> {
    const { operation: type } = operation.operation;
    const { admission, logger } = this.options;
    const demands = this.demandsOn(operation);
    try {
      const pending = admission.admit({ operation: type, demands, variables }, context);
      if (pending !== undefined) await pending;
    } catch (error) {
      if (type === OperationTypeNode.MUTATION && isForbidden(error))
        await this.options.forbidden([...demands.rootFields], context);
      throw error instanceof GraphQLError
        ? error
        : presentFailure(error, { correlationId: context.correlationId }, logger);
    }
    demandWire(type, context.transport);
  }

  async run(operation: Operation, variables: Variables, context: RequestContext): Promise<Answer> {
    const { operation: definition } = operation;
    const errors = errorsOfManyVariables(this.options.schema, operation, variables);
    if (errors.length > 0) return this.withErrors({ errors }, definition.operation, context);
    if (definition.operation === OperationTypeNode.SUBSCRIPTION) return this.open(operation, variables, context);
    const waitSeconds = secondsOf(this.demandsOn(operation).wait, variables);
    if (waitSeconds > 0) return this.poll(operation, variables, context, waitSeconds);
    if (this.running + this.executor.stillRunning >= this.options.atOnceMax)
      return this.refusal(serviceUnavailable(), context);
    this.running += 1;
    return this.runNow(operation, variables, context).finally(() => (this.running -= 1));
  }

  /** A waiting operation is not one of the concurrent operations: it counts as a socket. */
  private async poll(
    operation: Operation,
    variables: Variables,
    context: RequestContext,
    waitSeconds: number,
  ): Promise<Answer> {
    try {
      return await this.options.polls.during(context, () => this.runNow(operation, variables, context, waitSeconds));
    } catch (error) {
      if (error instanceof GraphQLError) return this.refusal(error, context);
      throw error;
    }
  }

  private async runNow(
    operation: Operation,
    variables: Variables,
    context: RequestContext,
    waitSeconds = 0,
  ): Promise<Answer> {
    const { operation: definition } = operation;
    const attributes = () => ({
      'graphql.operation.type': definition.operation,
      'graphql.root_fields': [...this.demandsOn(operation).rootFields],
    });
    const result = await within('graphql.execute', attributes, () =>
      this.execute(operation, variables, context, waitSeconds),
    );
    if (result.written !== undefined) return { result: {}, written: result.written };
    if (result.errors === undefined || result.errors.length === 0) {
      const { data = null } = result;
      const { keptSeconds } = this.demandsOn(operation);
      const http = context.transport.readsOnly === true && keptSeconds > 0 && keptFor(keptSeconds, data, context);
      return { result: { data }, ...(http && { http }) };
    }
    const isUnstarted = result.data === undefined;
    const errors = isUnstarted ? variableErrors(this.options.schema, operation, variables) : result.errors;
    return this.withErrors({ ...result, errors }, definition.operation, context);
  }

  private execute(
    operation: Operation,
    variables: Variables,
    context: RequestContext,
    waitSeconds: number,
  ): Promise<Executed> {
    const { takesBytes = false } = context.transport;
    const execute = () => this.executor.run(operation, context, variables, { waitSeconds, takesBytes });
    const { introspects, rootFields, cost } = this.demandsOn(operation);
    if (!introspects || rootFields.length > 0) return execute();
    return this.introspection.answer({ operation, variables, cost: cost(variables) }, execute);
  }

  /** Reports an operation that has ended, or a request without one. Returns the extensions of the response. */
  end(
    context: RequestContext,
    errors: readonly GraphQLFormattedError[] | undefined,
    operation?: Operation,
  ): { readonly extensions: Record<string, unknown> } {
    const { correlationId, transport, principal, arrivedAt } = context;
    const cost = this.options.admission.billOf(context);
    this.options.watch({
      type: operation?.operation.operation,
      name: operation?.operation.name?.value,
      rootFields: operation === undefined ? [] : this.demandsOn(operation).rootFields,
      transport: transport.name,
      partnerId: principal?.partnerId,
      correlationId,
      codes: errors === undefined ? [] : codesOf(errors),
      cost: cost?.requested,
      milliseconds: performance.now() - arrivedAt,
    });
    return { extensions: { correlationId, cost } };
  }

  /** Counts a request before its document is parsed; returns the error if it is one too many. */
  async refusalOfUnparsed(text: unknown, context: RequestContext): Promise<GraphQLError | undefined> {
    try {
      await this.options.admission.takeUnparsed(text, context);
      return undefined;
    } catch (error) {
      if (error instanceof GraphQLError) return error;
      throw error;
    }
  }

  /** Counts a request without an operation that could be run. */
  countUnusable(context: RequestContext): Promise<void> {
    return this.options.admission.countUnusable(context);
  }

  /** Admits a request for what is not implemented, or throws GraphQLError. */
  readonly admitUnserved = (context: RequestContext) => this.options.admission.admitUnserved(context);

  private refusal(error: GraphQLError, { correlationId }: RequestContext): Answer {
    const { shown, http } = presentError(error, correlationId, this.options.logger);
    return { result: { errors: [shown] }, http: { status: 500, ...http } };
  }

  private withErrors(result: WithErrors, type: OperationTypeNode, { correlationId }: RequestContext): Answer {
    return presentResult(result, type, correlationId, this.options.logger);
  }

  private demandsOn({ document, operation }: Operation): OperationDemands {
    let demanded = this.demands.get(operation);
    if (demanded === undefined) {
      demanded = demandsOf(this.options.schema, document, operation);
      this.demands.set(operation, demanded);
    }
    return demanded;
  }

  private async open(operation: Operation, variables: Variables, context: RequestContext): Promise<Answer> {
    const { schema } = this.options;
    const opening = { schema, executor: this.executor, operation, demands: this.demandsOn(operation) };
    const result = await openSubscription(opening, context, variables);
    if (!('key' in result)) {
      if (result.some(({ originalError }) => isOutage(originalError))) context.transport.stream?.('unavailable');
      return this.withErrors({ errors: result }, OperationTypeNode.SUBSCRIPTION, context);
    }
    context.transport.stream?.(result);
    return { result: { data: null } };
  }
}

/** Returns headers that let caches keep a response. With a token, its extensions are about the caller. */
function keptFor(seconds: number, data: unknown, { principal }: RequestContext): HttpHead {
  return {
    headers: new Map([
      ['cache-control', `${principal === undefined ? 'public' : 'private'}, max-age=${seconds}`],
      ['etag', etagOf(JSON.stringify(data), 'W/')],
      ['vary', 'origin, accept'],
    ]),
  };
}
