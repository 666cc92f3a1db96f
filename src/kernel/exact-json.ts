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

/** Occurs in every JSON text with a number that a double might not hold. */
const LONG_NUMBER = /[:[,\s]-?\d[\d.]*(?:[\d.]{15}|[eE][+-]?\d{3})/;
const NUMBER = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Objects and arrays with a number that was changed when it was read. */
const altered = new WeakSet<object>();

/** Checks whether no number of a JSON text can be changed when it is read as doubles. */
export function hasShortNumbers(text: string): boolean {
  return !LONG_NUMBER.test(text);
}

/** Checks whether a double holds exactly the number that is written. */
export function isExact(source: string): boolean {
  return canonical(source) === canonical(String(Number(source)));
}

/** Returns the same text for all spellings of a number, such as 1.50 and 15e-1. */
function canonical(source: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(source) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  if (kept === '') return '0';
  const shift = Number(exponent) - fraction.length + digits.length - kept.length;
  return `${source.startsWith('-') ? '-' : ''}${kept}e${shift}`;
}

/**
 * Parses JSON, and marks the objects and arrays with a number that a double cannot hold: what stores JSON unchanged
 * refuses these.
 *
 * @throws SyntaxError
 */
export function parseMarked(text: string): unknown {
  if (hasShortNumbers(text)) return JSON.parse(text);
  return JSON.parse(text, function (_key, value, { source }) {
    if (typeof value === 'number' && source !== undefined && !isExact(source)) markAltered(this);
    return value;
  });
}

/** Marks an object whose numbers were read from elsewhere than JSON. */
export function markAltered(holder: object): void {
  altered.add(holder);
}

/** Checks whether a number directly in an object or array was changed when it was read. */
export function isAltered(holder: object): boolean {
  return altered.has(holder);
}
