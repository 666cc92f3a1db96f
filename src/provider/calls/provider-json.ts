const BYTE_ORDER_MARK = /^\uFEFF/;

/**
 * What a JSON text of the provider says; undefined where it is none. A number that a double would change, such as an amount
 * of 99999999999999.99, is the text of it. Some providers begin with a byte order mark.
 */
export function toldJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(BYTE_ORDER_MARK, ''), (_name, value: unknown, { source }) =>
      typeof value === 'number' && source !== undefined && isChanged(value, source) ? source : value,
    );
  } catch {
    return undefined;
  }
}

/** More characters than a double has digits for. */
const SOURCE_LENGTH_MAX = 30;

/** Decimals that are zeros at the end of a number say nothing. */
function isChanged(value: number, source: string): boolean {
  if (Number.isSafeInteger(value)) return false;
  return source.length > SOURCE_LENGTH_MAX || String(value) !== source.replace(/(\.\d*?)0+$/, '$1');
}
