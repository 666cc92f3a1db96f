import * as v from 'valibot';
import { fieldsOf } from '../../../kernel/fields.ts';
import { providerJson } from './provider-json.ts';

/** One reason of a refusal, as the provider reports it. */
export interface RefusalReason {
  /** In the vocabulary of the partner API; empty if there was none. */
  readonly code: string;
  /** As it was reported; empty if there was none. */
  readonly reportedCode: string;
  /** Path in the request, as the partner API names it. */
  readonly propertyName: string | undefined;
  readonly messages: readonly string[];
  /** Data that helps the client to continue; empty if there is none. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** A refusal as the provider reports it, with at least one reason. */
export interface ProviderRefusal {
  readonly status: number;
  readonly reasons: readonly [RefusalReason, ...RefusalReason[]];
}

/** Limits to what is read of a refusal: reasons, messages, and characters of each message and of a name (ours). */
const REASONS_MAX = 50;
const MESSAGES_MAX = 20;
const MESSAGE_LENGTH_MAX = 1_000;
const NAME_LENGTH_MAX = 150;

/** Codes for a request as a whole, mapped to those of the partner API. */
const ALIASES: Readonly<Record<string, string>> = { REQUEST_ERROR: 'INVALID_PARAMETER' };
/** A number that a refusal of ours can contain: whole, and from 0 to the largest `Int` of GraphQL. */
export const COUNT = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 31 - 1));
/** The code of a 404 without one. */
export const NOT_FOUND = 'NOT_FOUND';

/** Code of a reason that is only a name. */
const CODE = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/;

/**
 * Reads a refusal in one of these formats: a list of errors with `messages` or `message` (the partner API), a single one
 * with `{code, message}` or `errorCode`, problem details (RFC 9457) whose `errors` may be messages by property, or a list
 * of `{key, value}`.
 */
export function providerRefusal(status: number, body: string): ProviderRefusal {
  const reported = providerJson(body);
  const [first = {}, ...more] = reasonsIn(Array.isArray(reported) ? reported : fieldsOf(reported)['errors']);
  const isListed = Object.keys(first).length > 0;
  const reasons = more.slice(0, REASONS_MAX - 1).map((reason) => reasonOf(status, reason));
  return { status, reasons: [reasonOf(status, isListed ? first : fieldsOf(reported)), ...reasons] };
}

function reasonsIn(errors: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (Array.isArray(errors))
    return errors.map((one: unknown) => (isText(one) ? { message: one } : named(fieldsOf(one))));
  return Object.entries(fieldsOf(errors)).map(([key, value]) => named({ key, value }));
}

/** Reads a key as a code, or else as the property that the value is about. */
function named({ key, value, ...reason }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (!isText(key)) return reason;
  return { ...(CODE.test(key) ? { code: key } : { propertyName: key }), message: value, ...reason };
}

function reasonOf(status: number, reported: Readonly<Record<string, unknown>>): RefusalReason {
  const { details } = reported;
  const propertyName = cleaned(reported['propertyName'], NAME_LENGTH_MAX);
  const codes = [reported['code'], reported['errorCode']]
    .map(numberAsText)
    .concat(problemCode(reported['type']))
    .map((name) => cleaned(name, NAME_LENGTH_MAX));
  const reportedCode = codes.find(isText) ?? '';
  const code = reportedCode === '' && status === 404 ? NOT_FOUND : reportedCode;
  const messages = [reported['messages'], reported['message'], reported['detail'], reported['title']].map(textsIn);
  return {
    code: Object.hasOwn(ALIASES, code) ? (ALIASES[code] ?? code) : code,
    reportedCode,
    propertyName: isText(propertyName) ? propertyName : undefined,
    messages: messages.find(({ length }) => length > 0) ?? [],
    details: fieldsOf(details),
  };
}

/** Some providers number their codes. */
const numberAsText = (code: unknown) => (typeof code === 'number' ? String(code) : code);

/** Returns the code of problem details: the last part of their URI. */
function problemCode(type: unknown): string | undefined {
  return isText(type) && type !== 'about:blank' ? type.split(/[/#:]/).at(-1) : undefined;
}

/** Returns the texts of a list, or a single text as a list. */
export function textsIn(reported: unknown): readonly string[] {
  return (Array.isArray(reported) ? reported : [reported])
    .map((text: unknown) => cleaned(text, MESSAGE_LENGTH_MAX))
    .filter(isText)
    .slice(0, MESSAGES_MAX);
}

/** Replaces control characters, and truncates the text; half of a surrogate pair becomes U+FFFD. */
function cleaned(reported: unknown, lengthMax: number): string {
  return isText(reported)
    ? reported
        .replaceAll(/\p{Cc}+/gu, ' ')
        .trim()
        .slice(0, lengthMax)
        .toWellFormed()
    : '';
}

/** Returns a number from the data of a refusal; undefined for any other value. */
export function countIn({ details }: RefusalReason, name: string): number | undefined {
  const reported = details[name];
  return v.is(COUNT, reported) ? reported : undefined;
}

/** Returns one of some values from the data of a refusal; null for any other value. */
export function oneOfIn<Value extends string>(
  { details }: RefusalReason,
  name: string,
  values: Readonly<Record<string, Value>>,
): Value | null {
  return Object.values(values).find((value) => value === details[name]) ?? null;
}

function isText(reported: unknown): reported is string {
  return typeof reported === 'string' && reported !== '';
}
