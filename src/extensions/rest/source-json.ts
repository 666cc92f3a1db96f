import { hasShortNumbers, isExact, withoutMark } from '../../kernel/exact-json.ts';
import { UnreadableBody } from '../../platform/http/unreadable-body.ts';

type Numbers = Map<string, string>;

/** A parsed body that keeps the source text of its numbers: a double would lose cents. */
export class SourceJson {
  readonly value: unknown;
  private readonly text: string;
  private numbers: WeakMap<object, Numbers> | undefined;

  /**
   * @param text with or without a byte order mark, which some clients write (RFC 8259, 8.1)
   * @throws SyntaxError
   */
  constructor(text: string) {
    this.text = withoutMark(text);
    this.value = JSON.parse(this.text);
  }

  /**
   * Returns the text of the number that an object has under a name. Texts are collected on first use: few need any.
   * @throws UnreadableBody if the body is nested too deeply for that
   */
  numberText(holder: object, name: string): string | undefined {
    this.numbers ??= numbersIn(this.text, this.value);
    return this.numbers.get(holder)?.get(name);
  }

  /** Returns the path, below a part of the body, of a number that would change; undefined if there is none. */
  wayToAltered(part: object): string | undefined {
    if (hasShortNumbers(this.text)) return undefined;
    const holders: (readonly [string, object])[] = [['', part]];
    for (let next = holders.pop(); next !== undefined; next = holders.pop()) {
      const [way, holder] = next;
      for (const [name, value] of Object.entries(holder)) {
        const source = typeof value === 'number' ? this.numberText(holder, name) : undefined;
        if (source !== undefined && !isExact(source)) return `${way}.${name}`;
        if (isObject(value)) holders.push([`${way}.${name}`, value]);
      }
    }
    return undefined;
  }
}

/** Returns the texts of numbers by the objects that contain them. The text is parsed again, into separate objects. */
function numbersIn(text: string, value: unknown): WeakMap<object, Numbers> {
  const read = new Map<object, Numbers>();
  const again = parsedAgain(text, function (key, found, { source }) {
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

/** Parses text that is valid: only its depth can be too much for the reviver, which is called recursively. */
function parsedAgain(text: string, reviver: Parameters<typeof JSON.parse>[1]): unknown {
  try {
    return JSON.parse(text, reviver);
  } catch {
    throw new UnreadableBody(400, 'BAD_REQUEST', 'The body is nested too deeply.');
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
