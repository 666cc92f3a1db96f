/** What V8 supports and the compiler's library does not declare yet (TC39, JSON.parse source text access). */
declare global {
  interface JSON {
    parse(
      text: string,
      reviver: (this: object, key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
    /** Returns a value that is serialized as exactly this text. */
    rawJSON(text: string): object;
  }
}

/** Returns a JSON text without a byte order mark, which some writers begin with, but which is not JSON (RFC 8259, 8.1). */
export function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** Occurs in every JSON text with a number that a double might not hold. */
const LONG_NUMBER = /(?:^|[:[,\s])-?\d[\d.]*(?:[\d.]{15}|[eE][+-]?\d{3})/;
const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Longest number that is looked at, in characters (ours): the longest that a double holds exactly has 767 digits. */
export const NUMBER_LENGTH_MAX = 800;

/** Checks whether no number of a JSON text can be changed when it is read as doubles. */
export function hasShortNumbers(text: string): boolean {
  return !LONG_NUMBER.test(text);
}

/** Checks whether a double holds exactly the number that is written; never if that is longer than NUMBER_LENGTH_MAX. */
export function isExact(source: string): boolean {
  const written = canonical(source);
  return written !== undefined && written === canonical(String(Number(source)));
}

function canonical(source: string): string | undefined {
  const number = scaled(source);
  return number && (number.digits === '0' ? '0' : `${number.sign}${number.digits}e${number.exponent}`);
}

/**
 * Returns a number as digits with at most one point, such as `105.5` for 1.0550E2; undefined if that has more than
 * NUMBER_LENGTH_MAX characters, or if it is not a number.
 */
export function plainNumber(source: string): string | undefined {
  const number = scaled(source);
  if (number === undefined || Math.abs(number.exponent) > NUMBER_LENGTH_MAX) return undefined;
  const { sign, digits, exponent } = number;
  const all = digits.padStart(1 - exponent, '0');
  const whole = exponent < 0 ? all.slice(0, exponent) : digits + '0'.repeat(exponent);
  const plain = exponent < 0 ? `${sign}${whole}.${all.slice(exponent)}` : sign + whole;
  return plain.length > NUMBER_LENGTH_MAX ? undefined : plain;
}

/** A number: its digits, without zeros at either end, times a power of ten. */
interface Scaled {
  readonly sign: string;
  readonly digits: string;
  readonly exponent: number;
}

/** The same for all spellings of a number, such as 1.50 and 15e-1. */
function scaled(source: string): Scaled | undefined {
  if (source.length > NUMBER_LENGTH_MAX) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(source) ?? [];
  if (sign === undefined) return undefined;
  const all = whole + fraction;
  let [start, end] = [0, all.length];
  while (all[start] === '0') start += 1;
  while (end > start && all[end - 1] === '0') end -= 1;
  if (start === end) return { sign, digits: '0', exponent: 0 };
  return { sign, digits: all.slice(start, end), exponent: Number(exponent) - fraction.length + all.length - end };
}

/**
 * Parses JSON, with or without a byte order mark. A number that a double cannot hold becomes NaN, which JSON does not
 * have: nothing accepts it.
 *
 * @throws SyntaxError
 */
export function parseExact(text: string): unknown {
  const json = withoutMark(text);
  if (hasShortNumbers(json)) return JSON.parse(json);
  return JSON.parse(json, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && !isExact(source) ? NaN : value,
  );
}
