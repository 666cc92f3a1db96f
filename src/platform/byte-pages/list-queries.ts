/**
 * Answers queries for lists with the bytes of their rows, without an object for a row.
 * @packageDocumentation
 */

import {
  getVariableValues,
  GraphQLError,
  Kind,
  OperationTypeNode,
  type ExecutionResult,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { isOutage } from '../database/database-failure.ts';
import type { BytePages, WrittenJson } from '../graphql/operations/byte-pages.port.ts';
import { Output } from './json-output.ts';
import { Selections } from '../graphql/documents/selections.ts';
import {
  hasTimeToCompile,
  isBeyondCompiler,
  QueryCompiler,
  type CompiledOperation,
} from '../graphql/operations/compiled-query.ts';
import type { Operation } from '../graphql/documents/operation.ts';
import type { RequestContext } from '../requests/request-context.ts';
import { ReceivedPage, type ReceivedPages } from './received-page.ts';
import { OperationWithoutRows, type WrittenPage } from './operation-without-rows.ts';
import { writeAnswer } from './write-answer.ts';

/** Why a query is left to the executor. */
export const Fallback = {
  /** It has `@skip` or `@include`, or something else that is not compiled. */
  CONDITIONS: 'conditions',
  /** It has no list whose rows can be written from bytes, or has one in several places. */
  SHAPE: 'shape',
  /** Its database does not return rows as bytes. */
  EMBEDDED: 'embedded',
  /** Its variables are invalid. */
  VARIABLES: 'variables',
  /** Too much was compiled in the same turn; a later use may compile it. */
  TIME: 'time',
  /** Something could not be read or written; the executor reports what. */
  FAILED: 'failed',
} as const;
export type Fallback = (typeof Fallback)[keyof typeof Fallback];

interface ListQueriesOptions {
  readonly schema: GraphQLSchema;
  /** Whether connections can be read before the object that they belong to: not if a provider may know better. */
  readonly readsEarly: boolean;
  /** Is called with the reason for each query that is left to the executor. */
  readonly fellBack: (why: Fallback) => void;
}

/** Data that is written, up to its end. */
interface Written {
  readonly written: WrittenJson;
}

type Variables = Readonly<Record<string, unknown>>;

/** A query for lists: how its rows are written, and what the compiled function is for. */
interface ListQuery {
  readonly pages: readonly WrittenPage[];
  readonly execute: CompiledOperation['query'];
  /** Whether some of its pages can be read before the objects that they belong to. */
  readonly readsEarly: boolean;
  /** Room for its next response, in bytes. */
  size: number;
}

/** Room for the first response, and what is added to the size of the previous one, in bytes. */
const SIZE_FIRST = 16_384;
const SLACK = 1_024;
const ignore = () => undefined;

/**
 * Executes queries for lists: the compiled function returns everything but the rows, which are copied from the bytes
 * that the database sends. Everything unusual is left to the executor.
 */
export class ListQueries implements BytePages<RequestContext> {
  private readonly options: ListQueriesOptions;
  private readonly compiler: QueryCompiler;
  private readonly known = new WeakMap<OperationDefinitionNode, ListQuery | Fallback>();

  constructor(options: ListQueriesOptions) {
    this.options = options;
    this.compiler = new QueryCompiler(options.schema);
  }

  /** Compiles an operation that will be run. */
  prepare(operation: Operation): void {
    if (operation.operation.operation === OperationTypeNode.QUERY) this.queryOf(operation);
  }

  /** Executes an operation; returns undefined if that is left to the executor. */
  async run(
    operation: Operation,
    context: RequestContext,
    inputs: Variables,
  ): Promise<Written | ExecutionResult | undefined> {
    if (operation.operation.operation !== OperationTypeNode.QUERY) return undefined;
    const query = this.known.has(operation.operation) || hasTimeToCompile() ? this.queryOf(operation) : Fallback.TIME;
    const result =
      typeof query === 'string' ? query : await this.answered(query, operation.operation, { context, inputs });
    if (typeof result !== 'string') return result;
    this.options.fellBack(result);
    return undefined;
  }

  private async answered(
    query: ListQuery,
    operation: OperationDefinitionNode,
    { context, inputs }: { readonly context: RequestContext; readonly inputs: Variables },
  ): Promise<Written | ExecutionResult | Fallback> {
    if (!context.database.givesBytes) return Fallback.EMBEDDED;
    const pages: ReceivedPages = new Map(query.pages.map(({ list, wanted }) => [list, new ReceivedPage(wanted)]));
    // Statements that are sent together are answered together: those of several lists could take too long for that.
    const database =
      pages.size === 1 ? context.database.together(context.principal?.partnerId ?? '') : context.database;
    const running = { ...context, pages, database };
    if (query.readsEarly) {
      const { coerced } = getVariableValues(this.options.schema, operation.variableDefinitions ?? [], inputs);
      if (coerced === undefined) return Fallback.VARIABLES;
      for (const page of query.pages) beginPage(page, running, coerced);
    }
    const { data, errors = [] } = await query.execute(undefined, running, inputs);
    if (errors.length === 0 && data != null) return written(query, data, pages);
    if (data === undefined) return Fallback.VARIABLES;
    if ([...pages.values()].some(({ isShownTwice }) => isShownTwice)) {
      this.known.set(operation, Fallback.SHAPE);
      return Fallback.SHAPE;
    }
    // The executor would wait for the database once more.
    return errors.some(({ originalError }) => isOutage(originalError)) ? { data: null, errors } : Fallback.FAILED;
  }

  private queryOf(operation: Operation): ListQuery | Fallback {
    const known = this.known.get(operation.operation);
    if (known !== undefined) return known;
    const query = this.newQuery(operation);
    this.known.set(operation.operation, query);
    return query;
  }

  private newQuery({ document, operation }: Operation): ListQuery | Fallback {
    const root = this.options.schema.getQueryType();
    if (isBeyondCompiler(this.options.schema, document)) return Fallback.CONDITIONS;
    const rest = root && new OperationWithoutRows(root, operation, new Selections(this.options.schema, document));
    if (!rest || rest.pages.length === 0 || isAmbiguous(rest)) return Fallback.SHAPE;
    const others = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
    const left = { ...document, definitions: [rest.operation, ...others] };
    const execute = this.compiler.compiled(left, operation.name?.value)?.query;
    if (execute === undefined) return Fallback.CONDITIONS;
    const { pages } = rest;
    return {
      pages,
      execute,
      readsEarly: this.options.readsEarly && pages.some(({ begin }) => begin),
      size: SIZE_FIRST,
    };
  }
}

/** Checks whether one list has pages in several places. */
function isAmbiguous({ pages }: OperationWithoutRows): boolean {
  return new Set(pages.map(({ list }) => list)).size < pages.length;
}

function written(query: ListQuery, data: object, pages: ReceivedPages): Written | Fallback {
  const out = new Output(query.size);
  out.text('{"data":');
  try {
    writeAnswer(out, data, query.pages, pages);
  } catch {
    out.release();
    return Fallback.FAILED;
  }
  query.size = out.length + SLACK;
  return { written: out };
}

/** The field itself reports invalid arguments, at its path, and only if its object exists. */
function beginPage(
  { begin, list }: WrittenPage,
  context: RequestContext & { readonly pages: ReceivedPages },
  given: Variables,
): void {
  try {
    begin?.(context, given);
    context.pages.get(list)?.reading?.catch(ignore);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
  }
}
