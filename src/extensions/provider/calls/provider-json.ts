import { isExact, withoutMark } from '../../../kernel/exact-json.ts';
import { isStorableText } from '../../../kernel/text.ts';

/** Called with each value of a JSON text, and with its source if it is not a list or an object. */
type Revive = (name: string, value: unknown, context: { readonly source?: string }) => unknown;

/**
 * Parses a JSON text of the provider; undefined if it is not JSON. A number that a double would change, such as an
 * amount of 99999999999999.99, is returned as its text.
 */
export function providerJson(text: string): unknown {
  return parsed(text, exact);
}

/** How JSON writes the characters that PostgreSQL does not accept in a text: NUL, and half of a surrogate pair. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

/**
 * Parses an answer of the provider in the same way, with U+FFFD for each character that cannot be stored: a mutation
 * that was executed must not stay undecided because of one in a name.
 */
export function providerAnswer(text: string): unknown {
  return UNSTORABLE.test(text) ? parsed(text, (...read) => storable(exact(...read))) : providerJson(text);
}

function parsed(text: string, revive: Revive): unknown {
  try {
    return JSON.parse(withoutMark(text), revive);
  } catch {
    return undefined;
  }
}

const exact: Revive = (_name, value, { source }) =>
  typeof value === 'number' && source !== undefined && !isExact(source) ? source : value;

function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'object' || value === null || Object.keys(value).every(isStorableText)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [storableText(name), member]));
}

const storableText = (text: string) => text.replaceAll('\0', '\uFFFD').toWellFormed();
