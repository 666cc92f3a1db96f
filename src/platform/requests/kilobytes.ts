import type { FieldNode, GraphQLField } from 'graphql';

/** Longest key of a response that is free, in characters (ours). */
const KEY_LENGTH_FREE = 100;
const BYTES_PER_KILOBYTE = 1_024;

/** Returns the kilobytes that a scalar may have, as its field declares by `@Extensions({ kilobytes })`. */
export function kilobytesOf({ extensions: { kilobytes } }: GraphQLField<unknown, unknown>): number {
  return typeof kilobytes === 'number' ? kilobytes : 0;
}

/** Returns the kilobytes of a long alias, which is written as often as its value. */
export function kilobytesOfKey({ alias }: FieldNode): number {
  const length = alias?.value.length ?? 0;
  return length > KEY_LENGTH_FREE ? length / BYTES_PER_KILOBYTE : 0;
}
