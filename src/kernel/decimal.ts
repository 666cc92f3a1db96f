const DECIMAL = /^-?(0|[1-9]\d*)(\.\d+)?$/;
const NEGATIVE_ZERO = /^-0(\.0+)?$/;

/** Digits of a decimal that a double always gives back as they were (IEEE 754, binary64). */
const DOUBLE_DIGITS_MAX = 15;

/**
 * Whether `text` is a decimal as it is written here: an optional minus, digits, at most one point with digits on both
 * sides. No leading zeros, no plus, no exponent, and no zero with a minus.
 */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text) && !NEGATIVE_ZERO.test(text);
}

/**
 * The decimal that was meant by a number which came as a double, or undefined where the double cannot tell. Zeros at
 * the end of a whole number count as digits: they may stand for others that were lost.
 */
export function decimalOfDouble(value: number): string | undefined {
  const text = String(value);
  if (!isDecimal(text) || Object.is(value, -0)) return undefined;
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length <= DOUBLE_DIGITS_MAX ? text : undefined;
}
