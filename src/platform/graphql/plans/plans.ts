import {
  getVariableValues,
  GraphQLError,
  Kind,
  OperationTypeNode,
  type ExecutionResult,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { CompiledQuery } from 'graphql-jit';
import { isOutage } from '../../database/database-failure.ts';
import { Output } from '../../json-output.ts';
import { Selections } from '../documents/selections.ts';
import { isBeyondCompiler, QueryCompiler } from '../operations/compiled-query.ts';
import type { Operation } from '../operations/executor.ts';
import type { RequestContext } from '../operations/request-context.ts';
import { PageOfBytes } from '../paging/page-of-bytes.ts';
import type { PagesOfBytes } from '../paging/page-reading.ts';
import { Skeleton, type PageOfSkeleton } from './skeleton.ts';
import { writeAnswer } from './write-answer.ts';

/** Why a query is not answered by a plan. */
export const Fallback = {
  /** It shows parts under conditions, or else what no function is compiled for. */
  CONDITIONS: 'conditions',
  /** It has no list, or none but below another, or one list in several places. */
  SHAPE: 'shape',
  /** Its database gives no rows as bytes. */
  EMBEDDED: 'embedded',
  /** Its variables are wrong. */
  VARIABLES: 'variables',
  /** Something of it could not be read or shown; the ordinary way says what. */
  FAILED: 'failed',
} as const;
export type Fallback = (typeof Fallback)[keyof typeof Fallback];

/** The beginning of an answer up to the end of its `data`, as it is sent. */
export interface WrittenData {
  readonly written: Output;
}

export interface PlansOptions {
  readonly schema: GraphQLSchema;
  /** Whether connections may be asked for before the object is read that they hang on: no provider knows better. */
  readonly readsEarly: boolean;
  /** Is notified of each query that is executed the ordinary way. */
  readonly fellBack: (why: Fallback) => void;
}

type Variables = Readonly<Record<string, unknown>>;

/** How an operation is answered. */
interface Plan {
  readonly pages: readonly PageOfSkeleton[];
  readonly query: CompiledQuery['query'];
  /** Whether some of its pages may be asked for before what they hang on. */
  readonly readsEarly: boolean;
  /** What its answers took last, in bytes. */
  size: number;
}

/** Room that an answer has at first, and more than the one before had, in bytes. */
const SIZE_FIRST = 16_384;
const SLACK = 1_024;
const ignore = () => undefined;

/**
 * Answers queries for lists: the compiled function gives all but the rows, and these are written from the bytes in which
 * the database sends them. Whatever is out of the ordinary is left to the executor.
 */
export class Plans {
  private readonly options: PlansOptions;
  private readonly compiler: QueryCompiler;
  private readonly known = new WeakMap<OperationDefinitionNode, Plan | Fallback>();

  constructor(options: PlansOptions) {
    this.options = options;
    this.compiler = new QueryCompiler(options.schema);
  }

  /** Makes the plan of an operation that will be run. */
  prepare(operation: Operation): void {
    if (operation.operation.operation === OperationTypeNode.QUERY) this.planOf(operation);
  }

  /** Undefined: it is for the executor. */
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
    const database = plan.readsEarly ? context.database.together() : context.database;
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
    // The ordinary way would wait for the database once more.
    return errors.some(({ originalError }) => isOutage(originalError)) ? { data: null, errors } : Fallback.FAILED;
  }

  private planOf(operation: Operation): Plan | Fallback {
    const known = this.known.get(operation.operation);
    if (known !== undefined) return known;
    const plan = this.made(operation);
    this.known.set(operation.operation, plan);
    return plan;
  }

  private made({ document, operation }: Operation): Plan | Fallback {
    const root = this.options.schema.getQueryType();
    if (isBeyondCompiler(document)) return Fallback.CONDITIONS;
    const skeleton = root && new Skeleton(root, operation, new Selections(this.options.schema, document));
    if (!skeleton?.hasConnections || isAmbiguous(skeleton)) return Fallback.SHAPE;
    const others = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
    const left = { ...document, definitions: [skeleton.operation, ...others] };
    const query = this.compiler.compiled(left, operation.name?.value)?.query;
    if (query === undefined) return Fallback.CONDITIONS;
    const { pages } = skeleton;
    return { pages, query, readsEarly: this.options.readsEarly && pages.some(({ begin }) => begin), size: SIZE_FIRST };
  }
}

/** Whether one list has pages in several places. */
function isAmbiguous({ pages }: Skeleton): boolean {
  return new Set(pages.map(({ list }) => list)).size < pages.length;
}

function written(plan: Plan, data: object, pages: PagesOfBytes): WrittenData | Fallback {
  const out = new Output(plan.size);
  out.text('{"data":');
  try {
    writeAnswer(out, data, plan.pages, pages);
  } catch {
    return Fallback.FAILED;
  }
  plan.size = out.length + SLACK;
  return { written: out };
}

/** What is wrong with the arguments is said at its place, by the field itself, and only where there is an object. */
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
