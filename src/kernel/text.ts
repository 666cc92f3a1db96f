import { ViolationCode } from './violation-code.ts';

/**
 * Checks whether `text` can be stored and returned unchanged. NUL is an error in PostgreSQL, and a lone surrogate would
 * be stored as U+FFFD: both are refused on input, before a fingerprint is computed.
 */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Returns the length in Unicode code points after NFC: how a person counts the characters of a name. */
export function lengthInCodePoints(text: string): number {
  let length = 0;
  for (const _ of text.normalize('NFC')) length += 1;
  return length;
}

/** Returns the code of a violation by a text that is not valid: a blank one counts as missing. */
export function faultOf(text: string, otherwise: ViolationCode = ViolationCode.FORMAT): ViolationCode {
  return text.trim() === '' ? ViolationCode.REQUIRED : otherwise;
}

/** Returns the code of a violation by a text that `isTextOf` refuses. */
export function textFault(text: string): ViolationCode {
  return faultOf(text, isVisible(text) ? ViolationCode.LENGTH : ViolationCode.FORMAT);
}

/** Checks whether `text` is not blank, and can be stored unchanged. */
export function isFilled(text: string): boolean {
  return text.trim() !== '' && isStorableText(text);
}

/**
 * Controls, format and bidirectional characters, and separators of lines: they hide or reorder what people read. The
 * joiner of two emoji, as in a family, does not.
 */
const INVISIBLE =
  /(?!(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d\p{Extended_Pictographic})[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Checks whether all of a text is seen where it is shown. */
function isVisible(text: string): boolean {
  return isStorableText(text) && !INVISIBLE.test(text);
}

/** Checks whether `text` is not blank, has at most `lengthMax` characters, and can be shown as it is. */
export function isTextOf(text: string, lengthMax: number): boolean {
  return isFilled(text) && isVisible(text) && lengthInCodePoints(text) <= lengthMax;
}

/** Returns a sentence that describes a text that `isTextOf` accepts. */
export function textWanted(lengthMax: number): string {
  return `Give 1 to ${lengthMax} characters, all of them visible.`;
}

/** Deepest accepted nesting of a JSON value; a deeper one could exhaust the stack of a reader. */
export const JSON_DEPTH_MAX = 100;

/** Returns `value` as JSON; undefined if it is nested too deeply, or has a text, key or number that JSON cannot keep. */
export function jsonText(value: object): string | undefined {
  return isStorableJson(value, JSON_DEPTH_MAX) ? JSON.stringify(value) : undefined;
}

function isStorableJson(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isStorableText(value);
  // A number that no double holds is read as NaN, which JSON would write as null.
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  return Object.entries(value).every(([key, item]) => isStorableText(key) && isStorableJson(item, depth - 1));
}

/** Parses a JSON text that the gateway has stored, which must be an object. */
export function parseJsonObject(text: string): object {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) throw new Error('A stored JSON text is not an object.');
  return value;
}

/** Converts a catalogue name such as `POCKET_WAS_CREATED` to a type name: `PocketWasCreated`. */
export function pascalCase(name: string): string {
  const words = name.toLowerCase().split('_');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** Converts a name such as `createPocket` to that of an enum's value: `CREATE_POCKET`. */
export function constantCase(name: string): string {
  return name.replaceAll(/(?=[A-Z])/g, '_').toUpperCase();
}
