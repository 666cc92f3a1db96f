const [QUOTE, ESCAPE] = ['"', '\\'].map((mark) => mark.charCodeAt(0));
const MARKS = ['{', '[', ','].map((mark) => mark.charCodeAt(0));

/** Lists, objects and commas of what a client sends (ours): documents and variables have some hundred. */
export const MARKS_MAX = 20_000;

/**
 * Whether a text of JSON has more than MARKS_MAX lists, objects and commas outside of its strings: each takes as long to
 * parse as 50 bytes of a string. What clients send are a few names and at most one long string, which is skipped here.
 */
export function isIntricate(bytes: Buffer): boolean {
  return bytes.length > MARKS_MAX && hasMarks(bytes) && structuralMarks(bytes) > MARKS_MAX;
}

/** Whether there are more than so many, in strings too: told in no time for a picture. */
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
