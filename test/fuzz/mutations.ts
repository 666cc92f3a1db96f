import type { Json, JsonObject } from '../../src/playground/examples/placeholders.value.ts';
import type { SeededRandom } from '../faults/seeded-random.ts';
import { VALUES, WORDS } from './dictionary.ts';
import { latin1, type FuzzInput } from './input.ts';

/** Longest text that an input may grow to, in characters: larger ones try the limits, which have tests of their own. */
const TEXT_MAX = 20_000;
const FRAMES_MAX = 12;
const LIST_MAX = 200;

/** Makes inputs from inputs, by chance. */
export class Mutator {
  private readonly random: SeededRandom;

  constructor(random: SeededRandom) {
    this.random = random;
  }

  /** Another input that has something of `input`, and maybe something of `other`. */
  mutate(input: FuzzInput, other: FuzzInput): FuzzInput {
    let mutated = input;
    for (let times = this.random.integer(1, 4); times > 0; times -= 1) mutated = this.once(mutated, other);
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

  /** Another id in all messages: what is said of one operation by several stays said of one. */
  private renamed(frames: readonly string[]): readonly string[] {
    const [, id] = /"id":("[^"]*")/.exec(frames.join('\n')) ?? [];
    return id === undefined ? frames : frames.map((frame) => frame.replaceAll(id, latin1(JSON.stringify(this.id()))));
  }

  /** Of any length, and of characters of one to four bytes. */
  private id(): string {
    return this.pick(['', 'a', 'ab']) + this.pick(['a', 'é', '€', '😀']).repeat(this.random.integer(0, 160));
  }

  /** Mostly still JSON, so that what is behind its reading is reached too. */
  private frame(frame: string): string {
    if (this.oneIn(3)) return this.text(frame, '');
    try {
      return latin1(JSON.stringify(this.value(JSON.parse(Buffer.from(frame, 'latin1').toString()) as Json)));
    } catch {
      return this.text(frame, '');
    }
  }

  private value(value: Json): Json {
    if (typeof value === 'string' && !this.oneIn(4)) return this.oneIn(3) ? this.decoded(value) : this.text(value, '');
    if (value === null || typeof value !== 'object' || this.oneIn(8)) return this.pick(VALUES);
    return isList(value) ? this.list(value) : this.object(value);
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

  /** A cursor is JSON or text in base64url: what is in it changes, not only how it is written. */
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

/** Array.isArray says nothing of lists that are read only. */
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
