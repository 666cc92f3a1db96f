import type { FuzzInput } from './input.ts';

/** Where findings are kept, each a test from then on. */
export const CASES = new URL('cases/', import.meta.url);

/** Inputs that were sent at once, and what was wrong with what came of them. */
export interface FuzzCase {
  readonly complaint: string;
  readonly inputs: readonly FuzzInput[];
}
