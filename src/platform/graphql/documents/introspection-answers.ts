import { print, type ExecutionResult, type OperationDefinitionNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { OneEachTurn } from '../../loops/one-each-turn.ts';
import type { Operation } from '../operations/executor.ts';
import { COST_MAX } from './operation-cost.ts';

/** What all answers that are kept may have cost together: some eight of those that tools ask for. */
const KEPT_COST_MAX = 4 * COST_MAX;
/** Longest variables, in characters, under which an answer is kept. */
const VARIABLES_LENGTH_MAX = 500;

/** An operation that asks for the schema and nothing else, with its variables and what it costs. */
export interface Introspecting {
  readonly operation: Operation;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly cost: number;
}

/**
 * The schema never changes while the process runs: each answer about it is made once, however its document is written.
 * Such answers are the largest of all. One leaves in each turn of the event loop, so that what others asked for is done
 * between them.
 */
export class IntrospectionAnswers {
  private readonly kept = new LRUCache<string, ExecutionResult>({ maxSize: KEPT_COST_MAX });
  private readonly turns = new OneEachTurn();
  private readonly printed = new WeakMap<OperationDefinitionNode, string>();

  /** The answer from memory, or the one that is made now. */
  async answer(asked: Introspecting, make: () => Promise<ExecutionResult>): Promise<ExecutionResult> {
    await this.turns.take();
    const key = this.keyOf(asked);
    const known = key === undefined ? undefined : this.kept.get(key);
    if (known !== undefined) return known;
    const made = await make();
    if (key !== undefined && made.errors === undefined) this.kept.set(key, made, { size: Math.max(1, asked.cost) });
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
