import { isStorableText, lengthInCodePoints } from './text.ts';

/** Most values of a list without an enum, and characters of each where a name has no limit of its own (ours). */
const VALUES_MAX = 100;
const LENGTH_MAX = 100;

/** Returns a list without duplicates; null if it is absent or empty. */
export function listOrNull<Value>(values: readonly Value[] | null | undefined): readonly Value[] | null {
  return values == null || values.length === 0 ? null : [...new Set(values)];
}

/** Returns what is wrong with the words of a filter, as a sentence; undefined if nothing. */
export function wordsProblem(words: readonly string[], lengthMax = LENGTH_MAX): string | undefined {
  if (new Set(words).size > VALUES_MAX) return `Give at most ${VALUES_MAX} values.`;
  const isMisfit = (word: string) => word === '' || lengthInCodePoints(word) > lengthMax;
  return words.some(isMisfit) ? `Give values of 1 to ${lengthMax} characters.` : undefined;
}

/** Returns the words that something stored can be equal to. */
export function storableWords(words: readonly string[]): readonly string[] {
  return words.filter(isStorableText);
}
