import { isStorableText, lengthInCodePoints } from '../../../kernel/text.ts';
import { badArgument } from '../errors/client-error.ts';

export type Words = readonly string[] | null;

/** Most values of a list without an enum, and characters of each where a name has no limit of its own (ours). */
const VALUES_MAX = 100;
const LENGTH_MAX = 100;

/** Returns a list without duplicates; null if it is absent or empty. */
export function listOrNull(values: readonly string[] | null | undefined): Words {
  return values == null || values.length === 0 ? null : [...new Set(values)];
}

/**
 * Returns the words of a member of a filter; null if it is absent or empty.
 * @throws GraphQLError BAD_USER_INPUT
 */
export function wordsOrNull(
  member: string,
  words: readonly string[] | null | undefined,
  lengthMax = LENGTH_MAX,
): Words {
  const given = listOrNull(words);
  if (given !== null && given.length > VALUES_MAX)
    throw badArgument(`filter.${member}`, `Give at most ${VALUES_MAX} values.`);
  const isMisfit = (word: string) => word === '' || lengthInCodePoints(word) > lengthMax;
  if (given?.some(isMisfit) === true)
    throw badArgument(`filter.${member}`, `Give values of 1 to ${lengthMax} characters.`);
  // Nothing that is stored contains text that cannot be.
  return given && given.filter(isStorableText);
}
