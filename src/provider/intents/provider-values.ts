import * as v from 'valibot';
import { storableInstant } from '../../platform/statements/instant.ts';
import type { Found } from './provider-mutation.ts';

/** How much the provider's clock may be behind, in milliseconds. */
const CLOCK_MARGIN_MS = 5_000;

/** An instant as providers write it, with a zone or in UTC without one; read as ISO 8601 in UTC, in the years 1 to 9999. */
export const toldInstant = v.pipe(
  v.string(),
  v.transform((text) => storableInstant(new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`))),
  v.string(),
);

/** Whether an instant that is told, by ISO 8601, is not before one of ours. */
export function isToldSince(told: string, since: Date): boolean {
  return Date.parse(told) >= since.getTime() - CLOCK_MARGIN_MS;
}

/** A calendar date, by itself or as its midnight. */
export const toldDate = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\d(?:T00:00:00(?:\.0+)?Z?)?$/),
  v.transform((text) => text.slice(0, 'yyyy-mm-dd'.length)),
);

/** What a schema reads in an answer; undefined where the answer is another. */
export function readAs<Schema extends v.GenericSchema>(
  schema: Schema,
  told: unknown,
): v.InferOutput<Schema> | undefined {
  const read = v.safeParse(schema, told);
  return read.success ? read.output : undefined;
}

/** What a schema reads in a body that was found; undefined where there is none, or another. */
export function readFound<Schema extends v.GenericSchema>(
  schema: Schema,
  found: Found | undefined,
): v.InferOutput<Schema> | undefined {
  return found === undefined || found === 'absent' ? undefined : readAs(schema, found.body);
}
