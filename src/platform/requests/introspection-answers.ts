import { print, type ExecutionResult, type OperationDefinitionNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { OneEachTurn } from '../loops/one-each-turn.ts';
import type { Operation } from '../graphql/documents/operation.ts';
import { COST_MAX } from './operation-cost.ts';

/** Maximum total cost of the cached responses: about eight of those that tools request. */
const KEPT_COST_MAX = 4 * COST_MAX;
/** Maximum length of the variables of a cached response, in characters. */
const VARIABLES_LENGTH_MAX = 500;

/** An operation that only introspects the schema, with its variables and its cost. */
export interface Introspecting {
  readonly operation: Operation;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly cost: number;
}

/**
 * Caches responses about the schema, which never changes while the process runs: each is created once, however its
 * document is formatted. They are the largest of all responses. One is sent per turn of the event loop, so that other
 * requests are served in between.
 */
export class IntrospectionAnswers {
  private readonly kept = new LRUCache<string, ExecutionResult>({ maxSize: KEPT_COST_MAX });
  private readonly turns = new OneEachTurn();
  private readonly printed = new WeakMap<OperationDefinitionNode, string>();

  /** Returns the cached response, or creates it. */
  async answer(request: Introspecting, make: () => Promise<ExecutionResult>): Promise<ExecutionResult> {
    await this.turns.take();
    const key = this.keyOf(request);
    const known = key === undefined ? undefined : this.kept.get(key);
    if (known !== undefined) return known;
    const made = await make();
    if (key !== undefined && made.errors === undefined) this.kept.set(key, made, { size: Math.max(1, request.cost) });
    return made;
  }

  private keyOf({ operation: { document, operation }, variables }: Introspecting): string | undefined {
    let text = this.printed.get(operation);
    if (text === undefined) {
      text = print(document);
      this.printed.set(operation, text);
    }
    const names = operation.variableDefinitions?.map(({ variable }) => variable.name.value) ?? [];
    const values = JSON.stringify(names.map((name) => [Object.hasOwn(variables, name), variables[name]]));
    return values.length > VARIABLES_LENGTH_MAX ? undefined : JSON.stringify([operation.name?.value, values, text]);
  }
}
