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
import { Output } from './json-output.ts';
import { Selections } from '../graphql/documents/selections.ts';
import { isBeyondCompiler, QueryCompiler, type CompiledOperation } from '../graphql/operations/compiled-query.ts';
import type { Operation } from '../graphql/operations/executor.ts';
import type { RequestContext } from '../graphql/operations/request-context.ts';
import { PageOfBytes } from './byte-page.ts';
import type { PagesOfBytes } from '../graphql/paging/page-reading.ts';
import { Skeleton, type PageOfSkeleton } from './operation-without-rows.ts';
import { writeAnswer } from './write-answer.ts';

/** Why a plan does not execute a query. */
export const Fallback = {
  /** It has `@skip` or `@include`, or something else that is not compiled. */
  CONDITIONS: 'conditions',
  /** It has no list whose rows can be written from bytes, or has one in several places. */
  SHAPE: 'shape',
  /** Its database does not return rows as bytes. */
  EMBEDDED: 'embedded',
  /** Its variables are invalid. */
  VARIABLES: 'variables',
  /** Something could not be read or written; the executor reports what. */
  FAILED: 'failed',
} as const;
export type Fallback = (typeof Fallback)[keyof typeof Fallback];

/** A response up to the end of its `data`, as it is sent. */
export interface WrittenData {
  readonly written: Output;
}

export interface PlansOptions {
  readonly schema: GraphQLSchema;
  /** Whether connections can be read before the object that they belong to: not if a provider may know better. */
  readonly readsEarly: boolean;
  /** Is called with the reason for each query that is left to the executor. */
  readonly fellBack: (why: Fallback) => void;
}

type Variables = Readonly<Record<string, unknown>>;

/** How an operation is executed. */
interface Plan {
  readonly pages: readonly PageOfSkeleton[];
  readonly query: CompiledOperation['query'];
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
export class Plans {
  private readonly options: PlansOptions;
  private readonly compiler: QueryCompiler;
  private readonly known = new WeakMap<OperationDefinitionNode, Plan | Fallback>();

  constructor(options: PlansOptions) {
    this.options = options;
    this.compiler = new QueryCompiler(options.schema);
  }

  /** Creates the plan of an operation that will be run. */
  prepare(operation: Operation): void {
    if (operation.operation.operation === OperationTypeNode.QUERY) this.planOf(operation);
  }

  /** Executes an operation; returns undefined if that is left to the executor. */
  async run(
    operation: Operation,
    context: RequestContext,
    inputs: Variables,
  ): Promise<WrittenData | ExecutionResult | undefined> {
    if (operation.operation.operation !== OperationTypeNode.QUERY) return undefined;
    const plan = this.planOf(operation);
    const result =
      typeof plan === 'string' ? plan : await this.answered(plan, operation.operation, { context, inputs });
    if (typeof result !== 'string') return result;
    this.options.fellBack(result);
    return undefined;
  }

  private async answered(
    plan: Plan,
    operation: OperationDefinitionNode,
    { context, inputs }: { readonly context: RequestContext; readonly inputs: Variables },
  ): Promise<WrittenData | ExecutionResult | Fallback> {
    if (!context.database.givesBytes) return Fallback.EMBEDDED;
    const pages: PagesOfBytes = new Map(plan.pages.map(({ list, wanted }) => [list, new PageOfBytes(wanted)]));
    // Statements that are sent together are answered together: those of several lists could take too long for that.
    const database =
      pages.size === 1 ? context.database.together(context.principal?.partnerId ?? '') : context.database;
    const running = { ...context, pages, database };
    if (plan.readsEarly) {
      const { coerced } = getVariableValues(this.options.schema, operation.variableDefinitions ?? [], inputs);
      if (coerced === undefined) return Fallback.VARIABLES;
      for (const page of plan.pages) beginPage(page, running, coerced);
    }
    const { data, errors = [] } = await plan.query(undefined, running, inputs);
    if (errors.length === 0 && data != null) return written(plan, data, pages);
    if (data === undefined) return Fallback.VARIABLES;
    if ([...pages.values()].some(({ isShownTwice }) => isShownTwice)) this.known.set(operation, Fallback.SHAPE);
    // The executor would wait for the database once more.
    return errors.some(({ originalError }) => isOutage(originalError)) ? { data: null, errors } : Fallback.FAILED;
  }

  private planOf(operation: Operation): Plan | Fallback {
    const known = this.known.get(operation.operation);
    if (known !== undefined) return known;
    const plan = this.newPlan(operation);
    this.known.set(operation.operation, plan);
    return plan;
  }

  private newPlan({ document, operation }: Operation): Plan | Fallback {
    const root = this.options.schema.getQueryType();
    if (isBeyondCompiler(this.options.schema, document)) return Fallback.CONDITIONS;
    const skeleton = root && new Skeleton(root, operation, new Selections(this.options.schema, document));
    if (!skeleton || skeleton.pages.length === 0 || isAmbiguous(skeleton)) return Fallback.SHAPE;
    const others = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
    const left = { ...document, definitions: [skeleton.operation, ...others] };
    const query = this.compiler.compiled(left, operation.name?.value)?.query;
    if (query === undefined) return Fallback.CONDITIONS;
    const { pages } = skeleton;
    return { pages, query, readsEarly: this.options.readsEarly && pages.some(({ begin }) => begin), size: SIZE_FIRST };
  }
}

/** Checks whether one list has pages in several places. */
function isAmbiguous({ pages }: Skeleton): boolean {
  return new Set(pages.map(({ list }) => list)).size < pages.length;
}

function written(plan: Plan, data: object, pages: PagesOfBytes): WrittenData | Fallback {
  const out = new Output(plan.size);
  out.text('{"data":');
  try {
    writeAnswer(out, data, plan.pages, pages);
  } catch {
    out.release();
    return Fallback.FAILED;
  }
  plan.size = out.length + SLACK;
  return { written: out };
}

/** The field itself reports invalid arguments, at its path, and only if its object exists. */
function beginPage(
  { begin, list }: PageOfSkeleton,
  context: RequestContext & { readonly pages: PagesOfBytes },
  given: Variables,
): void {
  try {
    begin?.(context, given);
    context.pages.get(list)?.reading?.catch(ignore);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
  }
}
