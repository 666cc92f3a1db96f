import { execute, type ExecutionResult, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import type { Operation } from '../documents/operation.ts';
import { SkipAndInclude } from '../documents/skip-and-include.ts';
import type { BytePages, WrittenJson } from './byte-pages.port.ts';
import { tookTooLong } from './client-error.ts';
import { QueryCompiler, type CompiledOperation } from './compiled-query.ts';
import type { RequestContext } from './request-context.ts';
import { waitingCaller } from './waiting-caller.ts';

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
}

/** How an operation is run. */
interface KnownOperation {
  uses: number;
  /** Undefined if that was not tried yet. */
  compiled: CompiledOperation | 'never' | undefined;
}

/** Runs operations: first with graphql-js, then with a function that is compiled for the document. */
export class Executor {
  /** Per operation; released with its document when the document store evicts it. */
  private readonly known = new WeakMap<OperationDefinitionNode, KnownOperation>();
  private readonly schema: GraphQLSchema;
  private readonly secondsMax: number;
  private readonly compiler: QueryCompiler;
  private readonly skipAndInclude = new SkipAndInclude();
  private readonly bytePages: BytePages | undefined;
  private late = 0;
  /** Number of documents compiled so far. */
  compilations = 0;

  /** @param bytePages executes what it can for callers that accept bytes */
  constructor(schema: GraphQLSchema, secondsMax: number = EXECUTION_SECONDS_MAX, bytePages?: BytePages) {
    this.schema = schema;
    this.bytePages = bytePages;
    this.secondsMax = secondsMax;
    this.compiler = new QueryCompiler(schema);
  }

  /** Operations that still run although they have timed out. */
  get stillRunning(): number {
    return this.late;
  }

  /** Compiles a document in advance, so that its first caller does not wait for that. */
  compile(operation: Operation): void {
    this.known.set(operation.operation, { uses: COMPILED_FROM_USE, compiled: this.compiled(operation) ?? 'never' });
    this.bytePages?.prepare(operation);
  }

  /** Lets a document be compiled when it is run for the first time. */
  compileAtFirstUse({ operation }: Operation): void {
    this.known.set(operation, { uses: COMPILED_FROM_USE - 1, compiled: undefined });
  }

  run(
    operation: Operation,
    context: RequestContext,
    variables: Readonly<Record<string, unknown>>,
    { root, waitSeconds = 0 }: Execution = {},
  ): Promise<Executed> {
    return new Promise((resolve, reject) => {
      const result = this.begin(operation, context, variables, root);
      if (!(result instanceof Promise)) {
        resolve(result);
        return;
      }
      const timer = this.whenTooLate(result, { context, secondsMax: this.secondsMax + waitSeconds }, resolve);
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
    { context, secondsMax }: { readonly context: RequestContext; readonly secondsMax: number },
    resolve: (executed: Executed) => void,
  ): NodeJS.Timeout {
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
    if (!isKnown || context.transport.takesBytes !== true || this.bytePages === undefined) return execute();
    return this.bytePages.run(remaining, context, variables).then((written) => written ?? execute());
  }

  /** Returns what remains of a known operation if its conditions are resolved. */
  private remaining(operation: Operation, variables: Readonly<Record<string, unknown>>): Operation {
    const remaining = this.skipAndInclude.resolved(operation, variables);
    if (!this.known.has(remaining.operation)) this.compileAtFirstUse(remaining);
    return remaining;
  }

  private execute(
    operation: Operation,
    { isKnown, root }: { readonly isKnown: boolean; readonly root: object | undefined },
    context: RequestContext,
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
    known.compiled ??= this.compiled(operation) ?? 'never';
    return known.compiled === 'never' ? undefined : known.compiled;
  }

  private compiled({ document, operation }: Operation): CompiledOperation | undefined {
    this.compilations += 1;
    return this.compiler.compiled(document, operation.name?.value);
  }
}
