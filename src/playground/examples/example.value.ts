import type { JsonObject } from './placeholders.value.ts';

/** An operation with its variables, whose placeholders are not filled yet. */
export interface ExampleStep {
  readonly document: string;
  readonly variables: JsonObject;
  /** Sent again until its answer fulfils this; if absent, sent once. */
  readonly until?: Condition;
}

/** A condition that an answer must fulfil. */
export interface Condition {
  /** Names and indexes below the answer's `data`, joined by dots, such as `documentAnalysis.status`. */
  readonly path: string;
  readonly equals: string;
}

/** An operation that runs in the sandbox world, and the type that it ends in. */
export interface Example extends ExampleStep {
  /** Its path below `documents`, such as `mutations/createPocket/AccountNotFoundError`. */
  readonly path: string;
  readonly kind: ExampleKind;
  /** The root field, such as `createPocket`. */
  readonly field: string;
  /** `__typename` of the root field's value, or of its first item if it is a list; `String` for a string. */
  readonly endsIn: string;
  /** A short description. */
  readonly title: string;
  /** Sandbox client that runs it. */
  readonly client: string;
  /** Sent before it, in this order. */
  readonly preparation: readonly ExampleStep[];
  /** Sent once the subscription is listening: causes what it waits for. */
  readonly meanwhile: readonly ExampleStep[];
}

export const EXAMPLE_KINDS = ['mutations', 'queries', 'subscriptions'] as const;
export type ExampleKind = (typeof EXAMPLE_KINDS)[number];
