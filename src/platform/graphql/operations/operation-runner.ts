import {
  GraphQLError,
  OperationTypeNode,
  type ExecutionResult,
  type FormattedExecutionResult,
  type GraphQLFormattedError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { isOutage } from '../../database/database-failure.ts';
import type { Logger } from '../../observability/logger.ts';
import { within } from '../../observability/spans.ts';
import type { Admission } from './admission.ts';
import { isForbidden, serviceUnavailable } from './client-error.ts';
import type { Output } from '../../json-output.ts';
import type { Plans } from '../plans/plans.ts';
import { Executor, type Executed, type Operation } from './executor.ts';
import { IntrospectionAnswers } from '../documents/introspection-answers.ts';
import { openSubscription } from './open-subscription.ts';
import type { LongPolls } from './long-polls.ts';
import { demandsOf, type OperationDemands } from './operation-demands.ts';
import { secondsOf } from './operation-wait.ts';
import type { ObserveOperation } from './operation-end.ts';
import { answerWithErrors, codesOf, failureAsTold, presentError, type HttpHead } from './present-errors.ts';
import type { RequestContext } from './request-context.ts';
import { demandWire } from './operation-wire.ts';
import { errorsOfManyVariables, variableErrors } from './variable-errors.ts';

export interface OperationRunnerOptions {
  readonly schema: GraphQLSchema;
  readonly admission: Admission;
  readonly logger: Logger;
  /** Operations that are run at once at most: a queue without an end would answer only those who have left. */
  readonly atOnceMax: number;
  readonly polls: Pick<LongPolls, 'during'>;
  /** Longest time that an operation is waited for, in seconds; by default the executor's own. */
  readonly secondsMax?: number;
  /** Answers known queries for lists in bytes, where they are taken so. */
  readonly plans?: Plans;
  /** Is notified of every operation that has ended. */
  readonly watch: ObserveOperation;
  /** Is notified of a mutation that the caller may not run; its answer waits until that is recorded. */
  readonly forbidden: ForbiddenOperation;
}

/** What was refused for want of a scope. */
export type ForbiddenOperation = (rootFields: readonly string[], context: RequestContext) => Promise<void>;

interface WithErrors extends ExecutionResult {
  readonly errors: readonly GraphQLError[];
}

/** What is answered, and what it says of the HTTP answer. */
export interface Answer {
  readonly result: FormattedExecutionResult;
  /** Its `data`, where that is written already; the result has none then. */
  readonly written?: Output | undefined;
  readonly http?: HttpHead | undefined;
}

export type Variables = Readonly<Record<string, unknown>>;

/**
 * What is left to say of an operation that was admitted: the variables to run it with.
 * @throws GraphQLError that refuses it
 */
export type Prepare = () => Promise<Variables>;

/**
 * Runs operations that were validated: decides whether the caller may, before any resolver does;
 * runs them; makes their errors presentable; gives each answer its correlation id and cost, and reports it.
 */
export class OperationRunner {
  private readonly options: OperationRunnerOptions;
  private readonly executor: Executor;
  private readonly introspection = new IntrospectionAnswers();
  private running = 0;
  private readonly demands = new WeakMap<OperationDefinitionNode, OperationDemands>();

  constructor(options: OperationRunnerOptions) {
    this.options = options;
    this.executor = new Executor(options.schema, options.secondsMax, options.plans);
  }

  /** Compiles an operation that will be run, and reads what it demands: its first caller does not wait for that. */
  compile(operation: Operation): void {
    this.executor.compile(operation);
    this.demandsOn(operation);
  }

  /** Operations that were compiled so far. */
  get compilations(): number {
    return this.executor.compilations;
  }

  /** Has an operation compiled by its first caller: of many, few will be run. */
  compileAtFirstUse(operation: Operation): void {
    this.executor.compileAtFirstUse(operation);
  }

  /** All steps, for an operation that no other pipeline leads through them; `prepare` is one more, before it is run. */
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

  /** The answer to a request that names no operation which could be run; it counts as one. */
  async refuse(error: GraphQLError, context: RequestContext): Promise<Answer> {
    await this.options.admission.countUnusable(context);
    const answer = this.refusal(error, context);
    return { ...answer, result: { ...answer.result, ...this.end(context, answer.result.errors) } };
  }

  /** @throws GraphQLError that says why the caller may not run the operation, or may not now */
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
        : failureAsTold(error, { correlationId: context.correlationId }, logger);
    }
    demandWire(type, context);
  }

  async run(operation: Operation, variables: Variables, context: RequestContext): Promise<Answer> {
    const { operation: definition } = operation;
    const errors = errorsOfManyVariables(this.options.schema, definition, variables);
    if (errors.length > 0) return this.withErrors({ errors }, definition.operation, context);
    if (definition.operation === OperationTypeNode.SUBSCRIPTION) return this.open(operation, variables, context);
    const waitSeconds = secondsOf(this.demandsOn(operation).wait, variables);
    if (waitSeconds > 0) return this.poll(operation, variables, { ...context, waitSeconds });
    if (this.running + this.executor.stillRunning >= this.options.atOnceMax)
      return this.refusal(serviceUnavailable(), context);
    this.running += 1;
    return this.runNow(operation, variables, context).finally(() => (this.running -= 1));
  }

  /** What waits is not one of those that run at once: it counts as a socket. */
  private async poll(operation: Operation, variables: Variables, context: RequestContext): Promise<Answer> {
    try {
      return await this.options.polls.during(context, () => this.runNow(operation, variables, context));
    } catch (error) {
      if (error instanceof GraphQLError) return this.refusal(error, context);
      throw error;
    }
  }

  private async runNow(operation: Operation, variables: Variables, context: RequestContext): Promise<Answer> {
    const { operation: definition } = operation;
    const attributes = () => ({
      'graphql.operation.type': definition.operation,
      'graphql.root_fields': [...this.demandsOn(operation).rootFields],
    });
    const result = await within('graphql.execute', attributes, () => this.execute(operation, variables, context));
    if (result.written !== undefined) return { result: {}, written: result.written };
    if (result.errors === undefined || result.errors.length === 0) return { result: { data: result.data ?? null } };
    const isUnstarted = result.data === undefined;
    const errors = isUnstarted ? variableErrors(this.options.schema, definition, variables) : result.errors;
    return this.withErrors({ ...result, errors }, definition.operation, context);
  }

  private execute(operation: Operation, variables: Variables, context: RequestContext): Promise<Executed> {
    const execute = () => this.executor.run(operation, context, variables);
    const { introspects, rootFields, cost } = this.demandsOn(operation);
    if (!introspects || rootFields.length > 0) return execute();
    return this.introspection.answer({ operation, variables, cost: cost(variables) }, execute);
  }

  /** Reports an operation that has ended, or a request without one. Returns the extensions of the answer. */
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
      transport,
      partnerId: principal?.partnerId,
      correlationId,
      codes: errors === undefined ? [] : codesOf(errors),
      cost: cost?.requested,
      milliseconds: performance.now() - arrivedAt,
    });
    return { extensions: { correlationId, cost } };
  }

  /** Counts a request that names no operation which could be run. */
  countUnusable(context: RequestContext): Promise<void> {
    return this.options.admission.countUnusable(context);
  }

  private refusal(error: GraphQLError, { correlationId }: RequestContext): Answer {
    const { shown, http } = presentError(error, correlationId, this.options.logger);
    return { result: { errors: [shown] }, http: { status: 500, ...http } };
  }

  private withErrors(result: WithErrors, type: OperationTypeNode, { correlationId }: RequestContext): Answer {
    const presented = result.errors.map((error) => presentError(error, correlationId, this.options.logger));
    return answerWithErrors(result.data, presented, type);
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
      if (result.some(({ originalError }) => isOutage(originalError))) context.stream?.('unavailable');
      return this.withErrors({ errors: result }, OperationTypeNode.SUBSCRIPTION, context);
    }
    context.stream?.(result);
    return { result: { data: null } };
  }
}
