const BYTE_ORDER_MARK = /^\uFEFF/;

/**
 * Parses a JSON text of the provider; undefined if it is not JSON. A number that a double would change, such as an
 * amount of 99999999999999.99, is returned as its text. Some providers begin with a byte order mark.
 */
export function providerJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(BYTE_ORDER_MARK, ''), (_name, value: unknown, { source }) =>
      typeof value === 'number' && source !== undefined && isChanged(value, source) ? source : value,
    );
  } catch {
    return undefined;
  }
}

/** A number with more characters counts as changed: a double has fewer digits. */
const SOURCE_LENGTH_MAX = 30;

/** Checks whether a double changes a number. Trailing zeros among its decimals do not matter. */
function isChanged(value: number, source: string): boolean {
  if (Number.isSafeInteger(value)) return false;
  return source.length > SOURCE_LENGTH_MAX || String(value) !== source.replace(/(\.\d*?)0+$/, '$1');
}
