import { fieldsOf } from '../../kernel/fields.ts';
import { toldJson } from './provider-json.ts';

/** One reason of a refusal, as the provider tells it. */
export interface ToldReason {
  /** Empty where none was given. */
  readonly code: string;
  /** Where in the request, as the partner API names it. */
  readonly propertyName: string | undefined;
  readonly messages: readonly string[];
  /** Data that helps to go on; empty where there is none. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** A refusal as the provider tells it; one reason at least. */
export interface ToldRefusal {
  readonly status: number;
  readonly reasons: readonly [ToldReason, ...ToldReason[]];
}

/** Codes of requests as a whole, by the name that the partner API has for them. */
const ALIASES: Readonly<Record<string, string>> = { REQUEST_ERROR: 'INVALID_PARAMETER' };
/** Largest number that a refusal of ours carries. */
const INT_MAX = 2 ** 31 - 1;
/** The code of a 404 without one. */
export const NOT_FOUND = 'NOT_FOUND';

/**
 * Reads a refusal in any of three shapes: the partner API's list of errors with `messages` or `message`, one
 * `{code, message}`, or problem details (RFC 9457).
 */
export function toldRefusal(status: number, body: string): ToldRefusal {
  const told = fieldsOf(toldJson(body));
  const { errors } = told;
  const [first, ...more] = (Array.isArray(errors) && errors.length > 0 ? errors : [told]).map((reason) =>
    reasonOf(status, fieldsOf(reason)),
  );
  if (first === undefined) throw new Error('A refusal has one reason at least.');
  return { status, reasons: [first, ...more] };
}

function reasonOf(status: number, told: Readonly<Record<string, unknown>>): ToldReason {
  const { propertyName, details } = told;
  const code = [told['code'], problemCode(told['type'])].find(isText) ?? (status === 404 ? NOT_FOUND : '');
  const messages = [told['messages'], told['message'], told['detail'], told['title']].map(textsIn);
  return {
    code: Object.hasOwn(ALIASES, code) ? (ALIASES[code] ?? code) : code,
    propertyName: isText(propertyName) ? propertyName : undefined,
    messages: messages.find(({ length }) => length > 0) ?? [],
    details: fieldsOf(details),
  };
}

/** Problem details have a URI for a code: its last part is what names it. */
function problemCode(type: unknown): string | undefined {
  return isText(type) && type !== 'about:blank' ? type.split(/[/#:]/).at(-1) : undefined;
}

/** The texts of a list, or of one. */
export function textsIn(told: unknown): readonly string[] {
  return (Array.isArray(told) ? told : [told]).filter(isText);
}

/** A whole number among the data of a refusal, no less than 0; what is told otherwise is not told. */
export function countIn({ details }: ToldReason, name: string): number | undefined {
  const told = details[name];
  return typeof told === 'number' && Number.isInteger(told) && told >= 0 && told <= INT_MAX ? told : undefined;
}

function isText(told: unknown): told is string {
  return typeof told === 'string' && told !== '';
}
