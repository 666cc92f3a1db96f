/** What names of persons consist of: letters, marks, spaces, hyphens, apostrophes, and the dot of Catalan names. */
const SHAPE = /^[\p{L}\p{M} \-\u2010\u2011'\u2019·]+$/u;
/** A consonant on its own is an initial; vowels and y are words. */
const INITIAL = /(?:^| )[b-df-hj-np-tv-xz]\p{M}*(?: |$)/iu;

/** Checks whether a text can be the name of a person: two letters at least, no digit, no initial. */
export function isPersonName(text: string): boolean {
  return SHAPE.test(text) && !INITIAL.test(text.normalize('NFD')) && (text.match(/\p{L}/gu)?.length ?? 0) >= 2;
}
