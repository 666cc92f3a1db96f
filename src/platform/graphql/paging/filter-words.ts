import { listOrNull, storableWords, wordsProblem } from '../../../kernel/wanted-words.ts';
import { badArgument } from '../errors/client-error.ts';

export type Words = readonly string[] | null;

/**
 * Returns the words of a member of a filter; null if it is absent or empty.
 * @throws GraphQLError BAD_USER_INPUT
 */
export function wordsOrNull(member: string, words: readonly string[] | null | undefined, lengthMax?: number): Words {
  const given = listOrNull(words);
  if (given === null) return null;
  const problem = wordsProblem(given, lengthMax);
  if (problem !== undefined) throw badArgument(`filter.${member}`, problem);
  return storableWords(given);
}
