import type { JsonObject } from './placeholders.value.ts';

/** An operation with its variables, placeholders still in them. */
export interface ExampleStep {
  readonly document: string;
  readonly variables: JsonObject;
  /** Sent again and again until its answer is so; absent: sent once. */
  readonly until?: Condition;
}

/** What an answer is waited for to say. */
export interface Condition {
  /** Names and indexes below the data of the answer, joined by dots, such as `documentAnalysis.status`. */
  readonly path: string;
  readonly equals: string;
}

/** An operation that runs in the sandbox world, and what it ends in. */
export interface Example extends ExampleStep {
  /** Its place below `examples`, such as `mutations/createPocket/AccountNotFoundError`. */
  readonly path: string;
  readonly kind: ExampleKind;
  /** The root field, such as `createPocket`. */
  readonly field: string;
  /** `__typename` of what the root field gives, or of the first item where it gives a list; `String` of a text. */
  readonly endsIn: string;
  /** What it shows, in a few words. */
  readonly title: string;
  /** Sandbox client that runs it. */
  readonly client: string;
  /** Runs before it, in this order. */
  readonly preparation: readonly ExampleStep[];
  /** Runs once it listens: what a subscription waits for. */
  readonly meanwhile: readonly ExampleStep[];
}

export const EXAMPLE_KINDS = ['mutations', 'queries', 'subscriptions'] as const;
export type ExampleKind = (typeof EXAMPLE_KINDS)[number];
