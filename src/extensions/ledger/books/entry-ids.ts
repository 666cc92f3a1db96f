import type { Random } from '../../../kernel/random.ts';

/** Returns the ids of the two entries of a transaction. */
export function entryIds(random: Random, at: Date): readonly [string, string] {
  return [random.timeOrderedUuid(at), random.timeOrderedUuid(at)];
}
