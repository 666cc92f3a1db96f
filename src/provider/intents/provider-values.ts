import * as v from 'valibot';
import { storableInstant } from '../../platform/statements/instant.ts';
import type { Found } from './provider-mutation.ts';

/** How far the provider's clock may be slow, in milliseconds. */
const CLOCK_MARGIN_MS = 5_000;

/** An instant as providers write it, with a time zone or else in UTC; read as ISO 8601 in UTC, years 1 to 9999. */
export const providerInstant = v.pipe(
  v.string(),
  v.transform((text) => storableInstant(new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`))),
  v.string(),
);

/** Checks whether a reported instant (ISO 8601) is not before one of ours, within the margin of the clocks. */
export function isReportedSince(reported: string, since: Date): boolean {
  return Date.parse(reported) >= since.getTime() - CLOCK_MARGIN_MS;
}

/** Returns the reported time of an event, which never occurs later than now: the provider's clock may be fast. */
export function notAfter(reported: Date, now: Date): Date {
  return reported > now ? now : reported;
}

/** A calendar date, as such or as its midnight. */
export const providerDate = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\d(?:T00:00:00(?:\.0+)?Z?)?$/),
  v.transform((text) => text.slice(0, 'yyyy-mm-dd'.length)),
);

/** Reads a value by a schema; undefined if it does not match. */
export function readAs<Schema extends v.GenericSchema>(
  schema: Schema,
  reported: unknown,
): v.InferOutput<Schema> | undefined {
  const read = v.safeParse(schema, reported);
  return read.success ? read.output : undefined;
}

/** Reads a found body by a schema; undefined if nothing was found, or if it does not match. */
export function readFound<Schema extends v.GenericSchema>(
  schema: Schema,
  found: Found | undefined,
): v.InferOutput<Schema> | undefined {
  return found === undefined || found === 'absent' ? undefined : readAs(schema, found.body);
}
