/**
 * Executes documents, with graphql-js or compiled.
 * @packageDocumentation
 */

import { execute, type ExecutionResult, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import { noteDocument } from '../../observability/watchdog.ts';
import type { Operation } from '../documents/operation.ts';
import { SkipAndInclude } from '../documents/skip-and-include.ts';
import type { BytePages, WrittenJson } from './byte-pages.port.ts';
import { tookTooLong } from '../errors/client-error.ts';
import { hasTimeToCompile, QueryCompiler, type CompiledOperation } from './compiled-query.ts';

/** A document is compiled at this use: compiling one that is never used again does not pay off. */
const COMPILED_FROM_USE = 2;

/** Timeout of an operation, in seconds. Its statements have timeouts of their own. */
const EXECUTION_SECONDS_MAX = 10;

/** The result of an operation; its `data` is written already if the caller accepts that. */
export type Executed = ExecutionResult & { readonly written?: WrittenJson };

/** What is special about one execution. */
interface Execution {
  /** What the root fields resolve from: an event of a subscription. */
  readonly root?: object;
  /** How long it may wait for something to happen, in seconds; its timeout is extended by that. */
  readonly waitSeconds?: number;
  /** Whether its caller accepts `data` that is written as bytes. */
  readonly takesBytes?: boolean;
}

export interface ExecutorOptions<Context> {
  /** Timeout of an operation, in seconds. */
  readonly secondsMax?: number | undefined;
  /** Executes what it can for callers that accept bytes. */
  readonly bytePages?: BytePages<Context> | undefined;
  /** Is called with the context of an operation that has timed out, before that is answered. */
  readonly tooLate: (context: Context) => void;
}

/** How an operation is run. */
interface KnownOperation {
  uses: number;
  /** Undefined if that was not tried yet. */
  compiled: CompiledOperation | 'never' | undefined;
}

/**
 * Runs operations: first with graphql-js, then with a function that is compiled for the document.
 * @typeParam Context what resolvers get; the executor does not look into it
 */
export class Executor<Context extends object> {
  /** Per operation; released with its document when the document store evicts it. */
  private readonly known = new WeakMap<OperationDefinitionNode, KnownOperation>();
  private readonly schema: GraphQLSchema;
  private readonly options: ExecutorOptions<Context>;
  private readonly compiler: QueryCompiler;
  private readonly skipAndInclude = new SkipAndInclude();
  private late = 0;
  /** Number of documents compiled so far. */
  compilations = 0;

  constructor(schema: GraphQLSchema, options: ExecutorOptions<Context>) {
    this.schema = schema;
    this.options = options;
    this.compiler = new QueryCompiler(schema);
  }

  /** Operations that still run although they have timed out. */
  get stillRunning(): number {
    return this.late;
  }

  /** Compiles a document in advance, so that its first caller does not wait for that. */
  compile(operation: Operation): void {
    this.known.set(operation.operation, { uses: COMPILED_FROM_USE, compiled: this.compiled(operation) ?? 'never' });
    this.options.bytePages?.prepare(operation);
  }

  /** Lets a document be compiled when it is run for the first time. */
  compileAtFirstUse({ operation }: Operation): void {
    this.known.set(operation, { uses: COMPILED_FROM_USE - 1, compiled: undefined });
  }

  run(
    operation: Operation,
    context: Context,
    variables: Readonly<Record<string, unknown>>,
    execution: Execution = {},
  ): Promise<Executed> {
    return new Promise((resolve, reject) => {
      const result = this.begin(operation, context, variables, execution);
      if (!(result instanceof Promise)) {
        resolve(result);
        return;
      }
      const timer = this.whenTooLate(result, { context, ...execution }, resolve);
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
    { context, waitSeconds = 0 }: Execution & { readonly context: Context },
    resolve: (executed: Executed) => void,
  ): NodeJS.Timeout {
    const secondsMax = (this.options.secondsMax ?? EXECUTION_SECONDS_MAX) + waitSeconds;
    return setTimeout(() => {
      this.options.tooLate(context);
      this.late += 1;
      const ended = () => (this.late -= 1);
      result.then(ended, ended);
      resolve({ data: null, errors: [tookTooLong(secondsMax)] });
    }, secondsMax * 1_000);
  }

  private begin(
    operation: Operation,
    context: Context,
    variables: Readonly<Record<string, unknown>>,
    { root, takesBytes }: Execution,
  ): Executed | Promise<Executed> {
    noteDocument(operation.document);
    const { bytePages } = this.options;
    const isKnown = this.countUse(operation) >= COMPILED_FROM_USE;
    const remaining = isKnown ? this.remaining(operation, variables) : operation;
    const execute = () => this.execute(remaining, { isKnown, root }, context, variables);
    if (!isKnown || takesBytes !== true || bytePages === undefined) return execute();
    return bytePages.run(remaining, context, variables).then((written) => written ?? execute());
  }

  /** Returns what remains of a known operation if its conditions are resolved. */
  private remaining(operation: Operation, variables: Readonly<Record<string, unknown>>): Operation {
    const remaining = this.skipAndInclude.resolved(operation, variables);
    if (!this.known.has(remaining.operation)) this.compileAtFirstUse(remaining);
    return remaining;
  }

  private execute(
    operation: Operation,
    { isKnown, root }: { readonly isKnown: boolean; readonly root?: object | undefined },
    context: Context,
    variables: Readonly<Record<string, unknown>>,
  ): ExecutionResult | Promise<ExecutionResult> {
    const compiled = isKnown ? this.compiledFor(operation) : undefined;
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
    const known = this.known.get(operation);
    if (known !== undefined) return (known.uses += 1);
    this.known.set(operation, { uses: 1, compiled: undefined });
    return 1;
  }

  /** Returns the compiled function, created on demand: queries that are written as bytes never need it. */
  private compiledFor(operation: Operation): CompiledOperation | undefined {
    const known = this.known.get(operation.operation);
    if (known === undefined) return undefined;
    if (known.compiled === undefined && !hasTimeToCompile()) return undefined;
    known.compiled ??= this.compiled(operation) ?? 'never';
    return known.compiled === 'never' ? undefined : known.compiled;
  }

  private compiled({ document, operation }: Operation): CompiledOperation | undefined {
    this.compilations += 1;
    return this.compiler.compiled(document, operation.name?.value);
  }
}
