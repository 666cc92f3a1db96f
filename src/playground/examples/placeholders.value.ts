import { cpfOf } from '../../kernel/taxpayer-id.ts';
import type { Condition } from './example.value.ts';

/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
export type JsonObject = Readonly<Record<string, Json>>;

/** Supplies the values of placeholders for one run of an example. */
export interface PlaceholderSource {
  /** Draws a UUID of version 4. */
  readonly uuid: () => string;
  readonly now: Date;
  /** Answers of earlier steps of the run, by root field. */
  readonly answers?: JsonObject;
}

const PLACEHOLDER = /\{\{(uuid|cpf|mobile|date|answer)(?: ([^{}]+))?\}\}/g;
/** Prefix of drawn CPFs: no region has issued any with so many nines. */
const CPF_BEGINS = '99';
/** Prefix of drawn phone numbers, without +55: the same as in the sandbox world. */
const MOBILE_BEGINS = '6199';
const DRAWN_DIGITS = 7;
const OFFSET = /^-(\d{1,4})([dy])$/;

/**
 * Fills the placeholders in the strings of an example's variables:
 * - `{{uuid}}`: a new UUID of version 4; `{{uuid NAME}}`: the same one wherever the name appears in the run
 * - `{{cpf}}`, `{{cpf NAME}}`: a valid CPF, drawn in the same way
 * - `{{mobile}}`, `{{mobile NAME}}`: a Brazilian mobile number, eleven digits without the country code
 * - `{{date}}`: today in UTC; `{{date -30d}}`, `{{date -17y}}`: that many days or years earlier
 * - `{{answer createPocket.pocket.number}}`: the value at that path of an earlier step's answer
 *
 * If there is no such answer yet, the placeholder is left as it is.
 */
export class Placeholders {
  private readonly named = new Map<string, string>();
  private readonly source: Omit<PlaceholderSource, 'answers'>;
  private readonly answers: Record<string, Json>;

  constructor(source: PlaceholderSource) {
    this.source = source;
    this.answers = { ...source.answers };
  }

  /** Keeps the answer of a step. */
  answered(data: JsonObject): void {
    Object.assign(this.answers, data);
  }

  /** Checks whether the answers fulfil a condition. */
  holds({ path, equals }: Condition): boolean {
    return at(this.answers, path.split('.')) === equals;
  }

  fillAll(values: JsonObject): JsonObject {
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, this.fill(value)]));
  }

  private fill(value: Json): Json {
    if (typeof value === 'string')
      return value.replaceAll(PLACEHOLDER, (whole: string, kind: string, detail?: string) =>
        this.valueOf(whole, kind, detail),
      );
    if (value === null || typeof value !== 'object') return value;
    return isList(value) ? value.map((item) => this.fill(item)) : this.fillAll(value);
  }

  private valueOf(whole: string, kind: string, detail: string | undefined): string {
    if (kind === 'date') return dateBefore(this.source.now, detail);
    if (kind === 'answer') return textAt(this.answers, detail) ?? whole;
    const value = this.named.get(`${kind} ${detail}`) ?? drawn(kind, this.source.uuid());
    if (detail !== undefined) this.named.set(`${kind} ${detail}`, value);
    return value;
  }
}

/** Derives a value of this kind from a random UUID. */
function drawn(kind: string, uuid: string): string {
  if (kind === 'uuid') return uuid;
  // A UUID begins with 32 random bits.
  const digits = String(Number.parseInt(uuid.slice(0, 8), 16))
    .padStart(DRAWN_DIGITS, '0')
    .slice(-DRAWN_DIGITS);
  return kind === 'cpf' ? cpfOf(`${CPF_BEGINS}${digits}`) : `${MOBILE_BEGINS}${digits}`;
}

function textAt(answers: JsonObject, path = ''): string | undefined {
  const found = at(answers, path.split('.'));
  return typeof found === 'string' ? found : undefined;
}

/** Returns the value at a path of names and indexes; undefined if there is none. */
function at(value: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((found, name) => {
    if (found === undefined || found === null || typeof found !== 'object') return undefined;
    return isList(found) ? found[Number(name)] : found[name];
  }, value);
}

/** Checks whether a JSON value is a list; `Array.isArray` does not narrow to read-only ones. */
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** Checks whether a JSON value is an object. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value);
}

function dateBefore(now: Date, offset = ''): string {
  const date = new Date(now);
  const [, count = '0', unit] = OFFSET.exec(offset) ?? [];
  if (unit === 'y') date.setUTCFullYear(date.getUTCFullYear() - Number(count));
  else date.setUTCDate(date.getUTCDate() - Number(count));
  return date.toISOString().slice(0, 10);
}
