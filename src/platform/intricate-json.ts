const [QUOTE, ESCAPE] = ['"', '\\'].map((mark) => mark.charCodeAt(0));
const MARKS = ['{', '[', ','].map((mark) => mark.charCodeAt(0));

/** Maximum number of arrays, objects and commas in JSON from others (ours): usual ones have a few hundred. */
export const MARKS_MAX = 20_000;

/**
 * Checks whether JSON text has more than MARKS_MAX arrays, objects and commas outside of its strings: each takes as
 * long to parse as 50 bytes of a string. Clients and providers send some names, and at most few long strings, which are skipped here.
 */
export function isIntricate(bytes: Buffer): boolean {
  return bytes.length > MARKS_MAX && hasMarks(bytes) && structuralMarks(bytes) > MARKS_MAX;
}

/** Checks whether there are more than MARKS_MAX, strings included: a fast check that skips most pictures. */
function hasMarks(bytes: Buffer): boolean {
  let marks = 0;
  for (const mark of MARKS)
    for (let at = bytes.indexOf(mark); at >= 0 && marks <= MARKS_MAX; at = bytes.indexOf(mark, at + 1)) marks += 1;
  return marks > MARKS_MAX;
}

function structuralMarks(bytes: Buffer): number {
  let marks = 0;
  let isInString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) isInString = !isInString;
    else if (isInString && byte === ESCAPE) at += 1;
    else if (!isInString && MARKS.includes(byte)) marks += 1;
  }
  return marks;
}
