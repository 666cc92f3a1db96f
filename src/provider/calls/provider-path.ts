/** Segments that URLs resolve as the current or the parent folder, plain or encoded; there are no other spellings. */
const DOTS = /[/\\](?:\.|%2e){1,2}(?=$|[/\\])/i;
const NOTHING = /\/(?=$|\/)/;

/** Checks whether the path of a URL has a segment of dots: another path would be sent. */
export function hasDotSegment(url: string): boolean {
  return DOTS.test(withoutQuery(url));
}

/** Checks whether a path has a segment that names nothing, as it is empty or of dots: it would lead elsewhere. */
export function namesNothing(path: string): boolean {
  return hasDotSegment(path) || NOTHING.test(withoutQuery(path));
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*/s, '');
}
