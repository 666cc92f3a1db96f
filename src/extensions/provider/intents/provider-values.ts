import * as v from 'valibot';
import { isCalendarDate } from '../../../kernel/calendar-date.ts';
import { plainNumber } from '../../../kernel/exact-json.ts';
import { amountOf } from '../../../kernel/money.ts';
import { TaxpayerIdType } from '../../../kernel/taxpayer-id.ts';
import { instantGiven } from '../../../platform/statements/instant.ts';
import type { Found } from './provider-mutation.ts';

const CPF_LENGTH = 11;
/** How far the provider's clock may be slow, in milliseconds. */
const CLOCK_MARGIN_MS = 5_000;

/** A date and a time, whose seconds and offset can be missing, and whose offset may have no colon or no minutes. */
const INSTANT = /^([\d-]+)[t ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?(?:z|([+-]\d\d)(?::?(\d\d))?)?$/i;

/** An instant as providers write it, with a time zone or else in UTC; read as ISO 8601 in UTC, years 1 to 9999. */
export const providerInstant = v.pipe(
  v.string(),
  v.transform((text) => {
    const [, date = '', minute = '', second = ':00', hours = '+00', minutes = '00'] = INSTANT.exec(text) ?? [];
    return instantGiven(`${date}T${minute}${second}${hours}:${minutes}`);
  }),
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

/** What follows a date that is written as its midnight, wherever that is. */
const MIDNIGHT = /[t ]00:00(?::00(?:\.0+)?)?(?:z|[+-]\d\d(?::?\d\d)?)?$/i;

/** A calendar date, as such or as its midnight. */
export const providerDate = v.pipe(
  v.string(),
  v.transform((text) => text.replace(MIDNIGHT, '')),
  v.check(isCalendarDate),
);

/** An amount from `minimumCents` on, as a number or its text in any notation; read with two decimals, exactly. */
export function providerAmount(minimumCents: number) {
  return v.pipe(
    v.union([v.string(), v.number()]),
    v.transform((reported) => amountOf(plainNumber(String(reported)) ?? '', minimumCents)),
    v.string(),
  );
}

/** A text; some providers write what has only digits, such as the number of an account, as a number. */
export const providerText = v.union([v.string(), v.pipe(v.number(), v.transform(String))]);

/** A currency by ISO 4217, in any case. */
export const providerCurrency = v.pipe(v.string(), v.toUpperCase(), v.regex(/^[A-Z]{3}$/));

/** One of these names, in any case. */
export function providerEnum<const Names extends Readonly<Record<string, string>>>(names: Names) {
  return v.pipe(v.string(), v.toUpperCase(), v.enum(names));
}

/** A member that is not needed to settle: null if it is missing, or cannot be read. */
export function optional<Schema extends v.GenericSchema<unknown, unknown>>(schema: Schema) {
  return v.optional(v.fallback(v.nullable(schema), null), null);
}

/** A CPF or CNPJ; without its type, by its length. */
export const providerDocument = v.pipe(
  v.object({ value: providerText, type: optional(providerEnum(TaxpayerIdType)) }),
  v.transform(({ value, type }) => ({
    value,
    type: type ?? (value.length > CPF_LENGTH ? TaxpayerIdType.CNPJ : TaxpayerIdType.CPF),
  })),
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
