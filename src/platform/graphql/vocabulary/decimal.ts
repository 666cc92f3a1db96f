import { NUMBER_LENGTH_MAX, plainNumber } from '../../../kernel/exact-json.ts';

const DECIMAL = /^-?(0|[1-9]\d*)(\.\d+)?$/;
const NEGATIVE_ZERO = /^-0(\.0+)?$/;

/** Digits of a decimal that always survive a conversion to a double and back (IEEE 754, binary64). */
const DOUBLE_DIGITS_MAX = 15;

/**
 * Checks whether `text` is a decimal in our notation: an optional minus, digits, at most one point with digits on both
 * sides. No leading zeros, no plus, no exponent, no negative zero, and no more than NUMBER_LENGTH_MAX characters.
 */
export function isDecimal(text: string): boolean {
  return text.length <= NUMBER_LENGTH_MAX && DECIMAL.test(text) && !NEGATIVE_ZERO.test(text);
}

/**
 * Returns the decimal that a client meant by a number, or undefined if the double does not determine it. Trailing zeros
 * of a whole number count as digits: they may replace others that were lost.
 */
export function decimalOfDouble(value: number): string | undefined {
  const text = plainNumber(String(value));
  if (text === undefined || Object.is(value, -0)) return undefined;
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length <= DOUBLE_DIGITS_MAX ? text : undefined;
}
