import {
  execute,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { Output } from '../../byte-pages/json-output.ts';
import { Conditions } from '../documents/skip-and-include.ts';
import type { Plans } from '../../byte-pages/byte-pages.ts';
import { tookTooLong } from './client-error.ts';
import { QueryCompiler, type CompiledOperation } from './compiled-query.ts';
import type { RequestContext } from './request-context.ts';
import { waitingCaller } from './waiting-caller.ts';

/** A document is compiled at this use: compiling one that is never used again does not pay off. */
const COMPILED_FROM_USE = 2;

/** Timeout of an operation, in seconds. Its statements have timeouts of their own. */
const EXECUTION_SECONDS_MAX = 10;

/** A validated document with the operation to run. */
export interface Operation {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
}

/** The result of an operation; its `data` is written already if the caller accepts that. */
export type Executed = ExecutionResult & { readonly written?: Output };

interface Plan {
  uses: number;
  /** Undefined if that was not tried yet. */
  compiled: CompiledOperation | 'never' | undefined;
}

/** Runs operations: first with graphql-js, then with a function that is compiled for the document. */
export class Executor {
  /** Per operation; released with its document when the document store evicts it. */
  private readonly plans = new WeakMap<OperationDefinitionNode, Plan>();
  private readonly schema: GraphQLSchema;
  private readonly secondsMax: number;
  private readonly compiler: QueryCompiler;
  private readonly conditions = new Conditions();
  private readonly written: Plans | undefined;
  private late = 0;
  /** Number of documents compiled so far. */
  compilations = 0;

  /** @param written executes what it can for callers that accept bytes */
  constructor(schema: GraphQLSchema, secondsMax: number = EXECUTION_SECONDS_MAX, written?: Plans) {
    this.schema = schema;
    this.written = written;
    this.secondsMax = secondsMax;
    this.compiler = new QueryCompiler(schema);
  }

  /** Operations that still run although they have timed out. */
  get stillRunning(): number {
    return this.late;
  }

  /** Compiles a document in advance, so that its first caller does not wait for that. */
  compile(operation: Operation): void {
    this.plans.set(operation.operation, { uses: COMPILED_FROM_USE, compiled: this.compiled(operation) ?? 'never' });
    this.written?.prepare(operation);
  }

  /** Lets a document be compiled when it is run for the first time. */
  compileAtFirstUse({ operation }: Operation): void {
    this.plans.set(operation, { uses: COMPILED_FROM_USE - 1, compiled: undefined });
  }

  /** @param root what the root fields resolve from: an event of a subscription, otherwise nothing */
  run(
    operation: Operation,
    context: RequestContext,
    variables: Readonly<Record<string, unknown>>,
    root?: object,
  ): Promise<Executed> {
    return new Promise((resolve, reject) => {
      const result = this.begin(operation, context, variables, root);
      if (!(result instanceof Promise)) {
        resolve(result);
        return;
      }
      const timer = this.whenTooLate(result, context, resolve);
      const ended = () => {
        clearTimeout(timer);
      };
      result.then(ended, ended);
      result.then(resolve, reject);
    });
  }

  /** Resolves to an error after the timeout; the late result is discarded. */
  private whenTooLate(
    result: Promise<Executed>,
    context: RequestContext,
    resolve: (executed: Executed) => void,
  ): NodeJS.Timeout {
    const secondsMax = this.secondsMax + (context.waitSeconds ?? 0);
    return setTimeout(() => {
      waitingCaller(context).isAnswered = true;
      this.late += 1;
      const ended = () => (this.late -= 1);
      result.then(ended, ended);
      resolve({ data: null, errors: [tookTooLong(secondsMax)] });
    }, secondsMax * 1_000);
  }

  private begin(
    operation: Operation,
    context: RequestContext,
    variables: Readonly<Record<string, unknown>>,
    root: object | undefined,
  ): Executed | Promise<Executed> {
    const isKnown = this.countUse(operation) >= COMPILED_FROM_USE;
    const remaining = isKnown ? this.remaining(operation, variables) : operation;
    const execute = () => this.execute(remaining, { isKnown, root }, context, variables);
    if (!isKnown || context.takesBytes !== true || this.written === undefined) return execute();
    return this.written.run(remaining, context, variables).then((written) => written ?? execute());
  }

  /** Returns what remains of a known operation if its conditions are resolved. */
  private remaining(operation: Operation, variables: Readonly<Record<string, unknown>>): Operation {
    const remaining = this.conditions.resolved(operation, variables);
    if (!this.plans.has(remaining.operation)) this.compileAtFirstUse(remaining);
    return remaining;
  }

  private execute(
    operation: Operation,
    { isKnown, root }: { readonly isKnown: boolean; readonly root: object | undefined },
    ...[context, variables]: [RequestContext, Readonly<Record<string, unknown>>]
  ): ExecutionResult | Promise<ExecutionResult> {
    const compiled = isKnown ? this.compiledPlan(operation) : undefined;
    if (compiled !== undefined) return compiled.query(root, context, variables);
    return execute({
      schema: this.schema,
      document: operation.document,
      rootValue: root,
      operationName: operation.operation.name?.value ?? null,
      contextValue: context,
      variableValues: variables,
    });
  }

  private countUse({ operation }: Operation): number {
    const plan = this.plans.get(operation);
    if (plan !== undefined) return (plan.uses += 1);
    this.plans.set(operation, { uses: 1, compiled: undefined });
    return 1;
  }

  /** Returns the compiled function, created on demand: queries that are written as bytes never need it. */
  private compiledPlan(operation: Operation): CompiledOperation | undefined {
    const plan = this.plans.get(operation.operation);
    if (plan === undefined) return undefined;
    plan.compiled ??= this.compiled(operation) ?? 'never';
    return plan.compiled === 'never' ? undefined : plan.compiled;
  }

  private compiled({ document, operation }: Operation): CompiledOperation | undefined {
    this.compilations += 1;
    return this.compiler.compiled(document, operation.name?.value);
  }
}
