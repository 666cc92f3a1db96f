/** Anything that JSON can say. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
export type JsonObject = Readonly<Record<string, Json>>;

/** Where the values of placeholders come from, for one run of an example. */
export interface PlaceholderSource {
  /** Draws a UUID of version 4. */
  readonly uuid: () => string;
  readonly now: Date;
  /** What earlier steps of the run have answered, by root field. */
  readonly answers?: JsonObject;
}

const PLACEHOLDER = /\{\{(uuid|date|answer)(?: ([^{}]+))?\}\}/g;
const OFFSET = /^-(\d{1,4})([dy])$/;

/**
 * Fills the placeholders in the strings of an example's variables:
 * - `{{uuid}}`: a new UUID of version 4; `{{uuid NAME}}`: the same one wherever the name stands in the run
 * - `{{date}}`: today in UTC; `{{date -30d}}`, `{{date -17y}}`: so many days or years before
 * - `{{answer createPocket.pocket.number}}`: what an earlier step answered there
 *
 * An answer that is not there yet stays a placeholder.
 */
export class Placeholders {
  private readonly named = new Map<string, string>();
  private readonly source: Omit<PlaceholderSource, 'answers'>;
  private readonly answers: Record<string, Json>;

  constructor(source: PlaceholderSource) {
    this.source = source;
    this.answers = { ...source.answers };
  }

  /** Remembers what a step has answered. */
  answered(data: JsonObject): void {
    Object.assign(this.answers, data);
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
    if (kind === 'uuid') return this.uuid(detail);
    const answer = at(this.answers, detail?.split('.') ?? []);
    return typeof answer === 'string' ? answer : whole;
  }

  private uuid(name: string | undefined): string {
    if (name === undefined) return this.source.uuid();
    const known = this.named.get(name) ?? this.source.uuid();
    this.named.set(name, known);
    return known;
  }
}

/** What stands at a path of names and indexes; undefined where there is nothing. */
function at(value: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((found, name) => {
    if (found === undefined || found === null || typeof found !== 'object') return undefined;
    return isList(found) ? found[Number(name)] : found[name];
  }, value);
}

/** Whether a JSON value is a list; the type of Array.isArray does not tell read-only ones. */
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** Whether a JSON value is an object. */
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
