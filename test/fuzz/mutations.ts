import type { Json, JsonObject } from '../../src/playground/examples/placeholders.value.ts';
import type { SeededRandom } from '../faults/seeded-random.ts';
import { VALUES, WORDS } from './dictionary.ts';
import { latin1, type FuzzInput } from './input.ts';

/** Limit of a text in an input, in characters: that of a body. */
const TEXT_MAX = 256 * 1_024;
/** Largest size of one mutation: characters of a text, items of a list, members of an object. */
const SIZE_MAX = 256 * 1_024;
/** Limit of an input as JSON, in characters, beyond which bodies are refused. */
const INPUT_MAX = 260_000;
const FRAMES_MAX = 12;
const LIST_MAX = 200;

/** Makes new inputs from others by random mutations. */
export class Mutator {
  private readonly random: SeededRandom;

  constructor(random: SeededRandom) {
    this.random = random;
  }

  /** Returns a mutation of `input`, perhaps with parts of `other`. */
  mutate(input: FuzzInput, other: FuzzInput): FuzzInput {
    let mutated = input;
    for (let times = this.random.integer(1, 4); times > 0; times -= 1) {
      const next = this.once(mutated, other);
      if (JSON.stringify(next).length <= INPUT_MAX) mutated = next;
    }
    return mutated;
  }

  private once(input: FuzzInput, other: FuzzInput): FuzzInput {
    switch (input.kind) {
      case 'http':
        return { ...input, bytes: this.text(input.bytes, other.kind === 'http' ? other.bytes : '') };
      case 'socket':
        return { ...input, frames: this.frames(input.frames, other.kind === 'socket' ? other.frames : []) };
      case 'operation': {
        if (this.oneIn(20)) return { ...input, hasToken: !input.hasToken };
        if (this.oneIn(2)) return { ...input, variables: this.value(input.variables) };
        return { ...input, query: this.text(input.query, other.kind === 'operation' ? other.query : '') };
      }
    }
  }

  private frames(frames: readonly string[], others: readonly string[]): readonly string[] {
    const at = this.random.integer(0, frames.length);
    switch (this.random.integer(0, 6)) {
      case 0:
        return frames.toSpliced(at, 1);
      case 1:
        return [...frames, ...frames.slice(at)].slice(0, FRAMES_MAX);
      case 2:
        return this.renamed(frames);
      case 3:
        return [...frames.slice(0, at), ...others.slice(this.random.integer(0, others.length))].slice(0, FRAMES_MAX);
      default:
        return frames.map((frame, nth) => (nth === at ? this.frame(frame) : frame));
    }
  }

  /** Replaces an id in all messages, so that messages of one operation stay together. */
  private renamed(frames: readonly string[]): readonly string[] {
    const [, id] = /"id":("[^"]*")/.exec(frames.join('\n')) ?? [];
    return id === undefined ? frames : frames.map((frame) => frame.replaceAll(id, latin1(JSON.stringify(this.id()))));
  }

  /** Returns an id of random length, with characters of one to four bytes. */
  private id(): string {
    return this.pick(['', 'a', 'ab']) + this.pick(['a', 'é', '€', '😀']).repeat(this.random.integer(0, 160));
  }

  /** Mutates a frame, mostly to valid JSON, so that the code after the parser is reached, too. */
  private frame(frame: string): string {
    if (this.oneIn(3)) return this.text(frame, '');
    try {
      return latin1(JSON.stringify(this.value(JSON.parse(Buffer.from(frame, 'latin1').toString()) as Json)));
    } catch {
      return this.text(frame, '');
    }
  }

  private value(value: Json): Json {
    if (this.oneIn(15)) return this.grown(value, this.size());
    if (typeof value === 'string' && !this.oneIn(4)) return this.oneIn(3) ? this.decoded(value) : this.text(value, '');
    if (value === null || typeof value !== 'object' || this.oneIn(8)) return this.pick(VALUES);
    return isList(value) ? this.list(value) : this.object(value);
  }

  /** Returns a random size, as likely between 10 and 100 as between 1,000 and 10,000. */
  private size(): number {
    return Math.floor(SIZE_MAX ** this.random.fraction());
  }

  /** Returns a text or a list of that size, or an object with as many additional unknown members. */
  private grown(value: Json, size: number): Json {
    if (typeof value === 'string') {
      const text = value === '' ? 'a' : value;
      return text.repeat(Math.ceil(size / text.length)).slice(0, size);
    }
    if (value !== null && typeof value === 'object' && !isList(value)) {
      const unknown = Array.from({ length: size }, (_none, nth) => [`unknown${nth}`, nth] as const);
      return { ...value, ...Object.fromEntries(unknown) };
    }
    const items = isList(value) && value.length > 0 ? value : [null];
    const room = Math.ceil(INPUT_MAX / JSON.stringify(items).length) * items.length;
    return Array.from({ length: Math.min(size, room) }, (_none, nth) => items[nth % items.length] ?? null);
  }

  private list(items: readonly Json[]): Json {
    if (items.length === 0 || this.oneIn(4)) return [...items, ...items, this.pick(VALUES)].slice(0, LIST_MAX);
    const at = this.random.integer(0, items.length - 1);
    return items.map((item, nth) => (nth === at ? this.value(item) : item));
  }

  private object(value: JsonObject): Json {
    const entries = Object.entries(value);
    if (entries.length === 0 || this.oneIn(6)) return { ...value, [this.pick(WORDS)]: this.pick(VALUES) };
    const entry = this.pick(entries);
    if (this.oneIn(6)) return Object.fromEntries(entries.filter((kept) => kept !== entry));
    return { ...value, [entry[0]]: this.value(entry[1]) };
  }

  /** Mutates the decoded content of a cursor, which is JSON or text in base64url, rather than its encoding. */
  private decoded(value: string): string {
    const text = Buffer.from(value, 'base64url').toString('latin1');
    return Buffer.from(this.text(text, ''), 'latin1').toString('base64url');
  }

  private text(text: string, other: string): string {
    const from = this.random.integer(0, text.length);
    const to = Math.min(text.length, from + this.random.integer(0, this.oneIn(4) ? 200 : 8));
    return (text.slice(0, from) + this.replacement(text.slice(from, to), other) + text.slice(to)).slice(0, TEXT_MAX);
  }

  private replacement(cut: string, other: string): string {
    switch (this.random.integer(0, 5)) {
      case 0:
        return '';
      case 1:
        return String.fromCharCode(this.random.integer(0, 255));
      case 2:
        return cut.repeat(this.random.integer(2, this.oneIn(10) ? 500 : 4));
      case 3:
        return other.slice(this.random.integer(0, other.length));
      default:
        return this.pick(WORDS) + (this.oneIn(2) ? cut : '');
    }
  }

  private pick<Member>(members: readonly Member[]): Member {
    return members[this.random.integer(0, members.length - 1)] as Member;
  }

  private oneIn(count: number): boolean {
    return this.random.integer(1, count) === 1;
  }
}

/** Checks for a list; Array.isArray does not narrow to readonly ones. */
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
