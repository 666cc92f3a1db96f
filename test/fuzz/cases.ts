import type { FuzzInput } from './input.ts';

/** Folder of findings, each of which is a test from then on. */
export const CASES = new URL('cases/', import.meta.url);

/** Inputs that were sent concurrently, and what was wrong with the answers. */
export interface FuzzCase {
  readonly complaint: string;
  readonly inputs: readonly FuzzInput[];
}
