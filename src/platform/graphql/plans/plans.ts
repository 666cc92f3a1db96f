import {
  getVariableValues,
  Kind,
  locatedError,
  OperationTypeNode,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { isOutage } from '../../database/database-failure.ts';
import { Output } from '../../json-output.ts';
import type { Operation } from '../operations/executor.ts';
import type { RequestContext } from '../operations/request-context.ts';
import { Completing, type Show } from './completing.ts';
import { append } from './json-pieces.ts';
import type { PageOfPlan, WrittenPage } from './page-of-plan.ts';
import { AsksForSchema, hasConditions, Selections } from './selection.ts';

/** Why a query is not answered by a plan. */
export const Fallback = {
  /** It shows parts under conditions. */
  CONDITIONS: 'conditions',
  /** It has no list, or none but below another. */
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
  readonly show: Show;
  /** What its answers took last, in bytes. */
  size: number;
}

/** Room that an answer has at first, and more than the one before had, in bytes. */
const SIZE_FIRST = 16_384;
const SLACK = 1_024;

/**
 * Answers queries for lists past GraphQL's execution: what they show is written as JSON at once, and rows are written
 * from the bytes in which the database sends them. Whatever is out of the ordinary is left to the executor.
 */
export class Plans {
  private readonly options: PlansOptions;
  private readonly known = new WeakMap<OperationDefinitionNode, Plan | Fallback>();

  constructor(options: PlansOptions) {
    this.options = options;
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
    const result = typeof plan === 'string' ? plan : await this.written(plan, operation, { context, inputs });
    if (typeof result !== 'string') return result;
    this.options.fellBack(result);
    return undefined;
  }

  private async written(
    plan: Plan,
    { operation }: Operation,
    { context, inputs }: { readonly context: RequestContext; readonly inputs: Variables },
  ): Promise<WrittenData | ExecutionResult | Fallback> {
    if (!context.database.givesBytes) return Fallback.EMBEDDED;
    const { schema, readsEarly } = this.options;
    const { coerced: variables } = getVariableValues(schema, operation.variableDefinitions ?? [], inputs);
    if (variables === undefined) return Fallback.VARIABLES;
    try {
      const run = { context, variables, readsEarly, written: new Map<PageOfPlan, WrittenPage>(), early: new Map() };
      const json = await plan.show(undefined, run);
      const written = new Output(plan.size);
      written.text('{"data":');
      append(written, json);
      for (const { writer } of run.written.values()) writer.done();
      plan.size = written.length + SLACK;
      return { written };
    } catch (error) {
      // The ordinary way would wait for the database once more. Without data it would be taken for one that never began.
      if (isOutage(error)) return { data: null, errors: [atFirstField(error, operation)] };
      return Fallback.FAILED;
    }
  }

  private planOf(operation: Operation): Plan | Fallback {
    const known = this.known.get(operation.operation);
    if (known !== undefined) return known;
    const plan = this.compiled(operation);
    this.known.set(operation.operation, plan);
    return plan;
  }

  private compiled({ document, operation }: Operation): Plan | Fallback {
    const { schema } = this.options;
    const root = schema.getQueryType();
    if (hasConditions(document)) return Fallback.CONDITIONS;
    const completing = new Completing(schema, operation, new Selections(schema, document));
    try {
      const show = root && completing.object(root, [operation], { isOnce: true });
      return show && completing.hasPages ? { show, size: SIZE_FIRST } : Fallback.SHAPE;
    } catch (error) {
      if (error instanceof AsksForSchema) return Fallback.SHAPE;
      throw error;
    }
  }
}

/** An error without a path: it is reported for the first field, since without a path it would be a fault of the request. */
function atFirstField(error: unknown, { selectionSet: { selections } }: OperationDefinitionNode): GraphQLError {
  const [first] = selections;
  const name = first?.kind === Kind.FIELD ? (first.alias ?? first.name).value : 'data';
  return locatedError(error, selections, [name]);
}
