import type { GraphQLFormattedError } from 'graphql';
import type { Answer } from '../platform/graphql/operations/operation-runner.ts';
import { fieldAt, fieldsOf } from '../kernel/fields.ts';

/** One thing that is wrong. */
interface ErrorItem {
  readonly code: string;
  /** Where in the request, as it is named there. */
  readonly propertyName?: string | undefined;
  readonly messages: readonly string[];
  /** What helps to go on. */
  readonly details?: object | undefined;
}

/** What is answered over REST. */
export interface RestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined: no body. */
  readonly body?: object;
}

/** What a refusal is told with. */
export interface Told {
  readonly publicUrl: string;
  /** Name in the request of a part of the variables. */
  readonly nameOf: (at: string) => string;
}

/** Codes of requests as a whole that the partner API names otherwise than GraphQL does. */
const PARTNER_CODES: Readonly<Record<string, string>> = {
  UNAUTHENTICATED: 'UNAUTHORIZED',
  RATE_LIMITED: 'TOO_MANY_REQUESTS',
  BAD_USER_INPUT: 'INVALID_PARAMETER',
};

export function partnerCode(code: string): string {
  return PARTNER_CODES[code] ?? code;
}

/** An answer that says why there is no other. */
export function errorAnswer(
  status: number,
  items: readonly [ErrorItem, ...ErrorItem[]],
  publicUrl: string,
  headers: Readonly<Record<string, string>> = {},
): RestAnswer {
  return { status, headers, body: { errors: items, reference: referenceOf(items[0].code, publicUrl) } };
}

function referenceOf(code: string, publicUrl: string): string {
  return `${publicUrl}/errors/${code}`;
}

/** What a top-level error of GraphQL is over REST. */
export function requestErrorAnswer({ result, http }: Answer, { publicUrl, nameOf }: Told): RestAnswer {
  const [first, ...more] = (result.errors ?? []).flatMap((error) => itemsOf(error, nameOf));
  const items: [ErrorItem, ...ErrorItem[]] = [
    first ?? { code: 'INTERNAL_SERVER_ERROR', messages: ['Internal server error.'] },
    ...more,
  ];
  return errorAnswer(http?.status ?? 500, items, publicUrl, Object.fromEntries(http?.headers ?? []));
}

function itemsOf({ message, extensions = {} }: GraphQLFormattedError, nameOf: Told['nameOf']): readonly ErrorItem[] {
  const { code, argument, parameters, correlationId: _id, ...details } = extensions;
  const named = partnerCode(String(code));
  if (Array.isArray(parameters))
    return parameters.map((parameter) => ({
      code: named,
      propertyName: String(fieldAt(parameter, 'name')),
      messages: [String(fieldAt(parameter, 'message'))],
    }));
  const propertyName = typeof argument === 'string' ? nameOf(argument) : undefined;
  // The field of GraphQL that a message begins with is not what the request calls it.
  const told = propertyName === undefined ? message : message.replaceAll(String(argument), propertyName);
  return [{ code: named, propertyName, messages: [told], details: filled(details) }];
}

/** What a refusal of the business is over REST. */
export function refusalAnswer(refusal: Readonly<Record<string, unknown>>, { publicUrl, nameOf }: Told): RestAnswer {
  const { __typename: _type, code, status, message, violations, ...details } = refusal;
  const named = String(code);
  if ('upstreamStatus' in details) return upstreamAnswer(refusal, referenceOf(named, publicUrl));
  const items = Array.isArray(violations) ? violations.map((violation) => violationItem(named, violation, nameOf)) : [];
  const [first, ...more] = items;
  const { retryAfterSeconds: wait } = details;
  return errorAnswer(
    Number(status),
    [first ?? { code: named, messages: [String(message)], details: filled(details) }, ...more],
    publicUrl,
    typeof wait === 'number' ? { 'retry-after': String(wait) } : {},
  );
}

/** A refusal of the provider's that the gateway does not know is passed on as it is. */
function upstreamAnswer(refusal: Readonly<Record<string, unknown>>, reference: string): RestAnswer {
  const { code, message, upstreamStatus, upstreamCode, upstreamMessages } = refusal;
  const told = Array.isArray(upstreamMessages) ? upstreamMessages.map(String) : [];
  const item: ErrorItem = {
    code: String(upstreamCode) || String(code),
    messages: told.length > 0 ? told : [String(message)],
  };
  return { status: Number(upstreamStatus), headers: {}, body: { errors: [item], reference } };
}

function violationItem(code: string, violation: unknown, nameOf: Told['nameOf']): ErrorItem {
  const { path, message } = fieldsOf(violation);
  const at = ['input', ...(Array.isArray(path) ? path.map(String) : [])].join('.');
  return { code, propertyName: nameOf(at), messages: [String(message)] };
}

function filled(details: object): object | undefined {
  return Object.keys(details).length > 0 ? details : undefined;
}
