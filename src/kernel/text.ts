/**
 * Whether `text` can be stored and shown unchanged. NUL is an error in PostgreSQL and a lone surrogate would be stored
 * as U+FFFD: both are refused at the edge, before anything is fingerprinted.
 */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Length in Unicode code points, after NFC: how a person counts the characters of a name. */
export function lengthInCodePoints(text: string): number {
  let length = 0;
  for (const _ of text.normalize('NFC')) length += 1;
  return length;
}

/** Whether `text` says something, and can be stored as it is. */
export function isFilled(text: string): boolean {
  return text.trim() !== '' && isStorableText(text);
}

/** Whether `text` says something in at most `lengthMax` characters, and can be stored as it is. */
export function isTextOf(text: string, lengthMax: number): boolean {
  return isFilled(text) && lengthInCodePoints(text) <= lengthMax;
}

/** Deepest nesting of a JSON value that is accepted; a deeper one could exhaust the stack of a reader. */
const JSON_DEPTH_MAX = 100;

/** `value` as JSON, or undefined when it nests too deep or a text or key in it cannot be stored. */
export function jsonText(value: object): string | undefined {
  return isStorableJson(value, JSON_DEPTH_MAX) ? JSON.stringify(value) : undefined;
}

function isStorableJson(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  return Object.entries(value).every(([key, item]) => isStorableText(key) && isStorableJson(item, depth - 1));
}

/** The object that a JSON text of ours stands for. */
export function parseJsonObject(text: string): object {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) throw new Error('A stored JSON text is not an object.');
  return value;
}

/** A name of the catalogues, such as `POCKET_WAS_CREATED`, as a type is named: `PocketWasCreated`. */
export function pascalCase(name: string): string {
  const words = name.toLowerCase().split('_');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
