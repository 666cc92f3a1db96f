/** What V8 offers and the compiler's library does not declare yet (TC39, JSON.parse source text access). */
declare global {
  interface JSON {
    parse(
      text: string,
      reviver: (this: object, key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
    /** A value that is written as this very text. */
    rawJSON(text: string): object;
  }
}

const BYTE_ORDER_MARK = /^\uFEFF/;

/** A body that was read, with its numbers as they were written: a double would lose cents. */
export class SourceJson {
  readonly value: unknown;
  private readonly numbers = new WeakMap<object, Map<string, string>>();

  /**
   * @param text with or without a byte order mark, which some clients write (RFC 8259, 8.1)
   * @throws SyntaxError, or RangeError for more levels than anybody can read
   */
  constructor(text: string) {
    const { numbers } = this;
    this.value = JSON.parse(text.replace(BYTE_ORDER_MARK, ''), function (key, value, { source }) {
      if (typeof value !== 'number' || source === undefined) return value;
      const texts = numbers.get(this) ?? new Map<string, string>();
      numbers.set(this, texts.set(key, source));
      return value;
    });
  }

  /** The text of a number that an object of the body has under a name. */
  numberText(holder: object, name: string): string | undefined {
    return this.numbers.get(holder)?.get(name);
  }
}
