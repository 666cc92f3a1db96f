/** Segments that URLs resolve as the current or the parent folder, plain or encoded; there are no other spellings. */
const DOTS = /[/\\](?:\.|%2e){1,2}(?=$|[/\\])/i;
const NOTHING = /\/(?=$|\/)/;
/** Longest path, in characters (ours): many times that of any number, and short enough for the head of any request. */
const PATH_LENGTH_MAX = 2_000;

/**
 * Checks whether a path names nothing: with a segment that is empty or of dots, it would lead elsewhere, and one that is
 * too long would not be read.
 */
export function namesNothing(path: string): boolean {
  const named = path.replace(/[?#].*/s, '');
  return DOTS.test(named) || NOTHING.test(named) || named.length > PATH_LENGTH_MAX;
}
