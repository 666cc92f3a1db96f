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

type Numbers = Map<string, string>;

const BYTE_ORDER_MARK = /^\uFEFF/;

/** A body that was read, with its numbers as they were written: a double would lose cents. */
export class SourceJson {
  readonly value: unknown;
  private readonly text: string;
  private numbers: WeakMap<object, Numbers> | undefined;

  /**
   * @param text with or without a byte order mark, which some clients write (RFC 8259, 8.1)
   * @throws SyntaxError, or RangeError for more levels than anybody can read
   */
  constructor(text: string) {
    this.text = text.replace(BYTE_ORDER_MARK, '');
    this.value = JSON.parse(this.text);
  }

  /** The text of a number that an object of the body has under a name. Most bodies have none: nothing is looked for before. */
  numberText(holder: object, name: string): string | undefined {
    this.numbers ??= numbersIn(this.text, this.value);
    return this.numbers.get(holder)?.get(name);
  }
}

/** Texts of numbers by the objects of a value that have them. They are read again, by objects of their own. */
function numbersIn(text: string, value: unknown): WeakMap<object, Numbers> {
  const read = new Map<object, Numbers>();
  const again = JSON.parse(text, function (key, found, { source }) {
    if (typeof found !== 'number' || source === undefined) return found;
    read.set(this, (read.get(this) ?? new Map<string, string>()).set(key, source));
    return found;
  });
  const numbers = new WeakMap<object, Numbers>();
  const pairs: (readonly [unknown, unknown])[] = [[value, again]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [own, other] = pair;
    if (!isObject(own) || !isObject(other)) continue;
    const texts = read.get(other);
    if (texts !== undefined) numbers.set(own, texts);
    for (const [name, part] of Object.entries(own)) pairs.push([part, Reflect.get(other, name)]);
  }
  return numbers;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
