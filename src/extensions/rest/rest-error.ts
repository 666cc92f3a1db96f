import type { GraphQLFormattedError } from 'graphql';
import type { Answer } from '../../platform/requests/operation-runner.ts';
import { documentationOf } from '../../platform/graphql/vocabulary/error-catalogue.ts';
import { fieldAt, fieldsOf } from '../../kernel/fields.ts';
import type { BareErrors } from './rest-row.ts';

/** One error of a request. */
interface ErrorItem {
  readonly code: string;
  /** Where in the request it is, by the name used there. */
  readonly propertyName?: string | undefined;
  readonly messages: readonly string[];
  /** Data that helps to resolve it. */
  readonly details?: object | undefined;
}

/** A REST response. */
export interface RestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined if there is no body. */
  readonly body?: object;
}

/** What the wording of an error depends on. */
export interface Wording {
  readonly publicUrl: string;
  /** Returns the name in the request of a part of the variables. */
  readonly nameOf: (at: string) => string;
}

/** Codes of whole requests that the partner API names differently from GraphQL. */
const PARTNER_CODES: Readonly<Record<string, string>> = {
  UNAUTHENTICATED: 'UNAUTHORIZED',
  RATE_LIMITED: 'TOO_MANY_REQUESTS',
  BAD_USER_INPUT: 'INVALID_PARAMETER',
};

export function partnerCode(code: string): string {
  return PARTNER_CODES[code] ?? code;
}

/** Returns an error response. */
export function errorAnswer(
  status: number,
  items: readonly [ErrorItem, ...ErrorItem[]],
  publicUrl: string,
  headers: Readonly<Record<string, string>> = {},
): RestAnswer {
  return { status, headers, body: { errors: items, reference: documentationOf(items[0].code, publicUrl) } };
}

/** Returns the REST response for top-level errors of GraphQL. */
export function requestErrorAnswer({ result, http }: Answer, { publicUrl, nameOf }: Wording): RestAnswer {
  const [first, ...more] = (result.errors ?? []).flatMap((error) => itemsOf(error, nameOf));
  const items: [ErrorItem, ...ErrorItem[]] = [
    first ?? { code: 'INTERNAL_SERVER_ERROR', messages: ['Internal server error.'] },
    ...more,
  ];
  return errorAnswer(http?.status ?? 500, items, publicUrl, Object.fromEntries(http?.headers ?? []));
}

function itemsOf({ message, extensions = {} }: GraphQLFormattedError, nameOf: Wording['nameOf']): readonly ErrorItem[] {
  const { code, argument, parameters, correlationId: _id, ...details } = extensions;
  const named = partnerCode(String(code));
  if (Array.isArray(parameters))
    return parameters.map((parameter) => ({
      code: named,
      propertyName: String(fieldAt(parameter, 'name')),
      messages: [String(fieldAt(parameter, 'message'))],
      details: violationOf(fieldsOf(parameter)),
    }));
  const propertyName = typeof argument === 'string' ? nameOf(argument) : undefined;
  // The message begins with the GraphQL field, whose name in the request is different.
  const sentence = propertyName === undefined ? message : message.replaceAll(String(argument), propertyName);
  return [{ code: named, propertyName, messages: [sentence], details: filled(details) }];
}

/** Returns the REST response for a business error. */
export function refusalAnswer(refusal: Readonly<Record<string, unknown>>, { publicUrl, nameOf }: Wording): RestAnswer {
  const { __typename: _type, code, status, message, path, violations, ...details } = refusal;
  const named = String(code);
  if ('upstreamStatus' in details) return upstreamAnswer(refusal, documentationOf(named, publicUrl));
  const items = Array.isArray(violations) ? violations.map((violation) => violationItem(named, violation, nameOf)) : [];
  const [first, ...more] = items;
  const { retryAfterSeconds: wait } = details;
  return errorAnswer(
    Number(status),
    [
      first ?? {
        code: named,
        propertyName: nameAt(path, nameOf),
        messages: [String(message)],
        details: filled(details),
      },
      ...more,
    ],
    publicUrl,
    typeof wait === 'number' ? { 'retry-after': String(wait) } : {},
  );
}

/** Returns an error response in which the code of the first error is all, besides its data. */
export function bareAnswer(answer: RestAnswer, { byName, byCode }: BareErrors): RestAnswer {
  const errors = fieldAt(answer.body, 'errors');
  const { code, propertyName, details } = fieldsOf(Array.isArray(errors) ? errors[0] : undefined);
  const own = byCode[String(code)] ?? { status: answer.status, code: byName[String(propertyName)] ?? code };
  const isShown = details !== undefined && code !== 'INVALID_PARAMETER';
  return { ...answer, status: own.status, body: { code: own.code, ...(isShown && { details }) } };
}

/** Returns a provider's refusal that the gateway does not know, unchanged. */
function upstreamAnswer(refusal: Readonly<Record<string, unknown>>, reference: string): RestAnswer {
  const { code, message, upstreamStatus, upstreamCode, upstreamMessages } = refusal;
  const sentences = Array.isArray(upstreamMessages) ? upstreamMessages.map(String) : [];
  const item: ErrorItem = {
    code: String(upstreamCode) || String(code),
    messages: sentences.length > 0 ? sentences : [String(message)],
  };
  return { status: Number(upstreamStatus), headers: {}, body: { errors: [item], reference } };
}

function violationItem(code: string, violation: unknown, nameOf: Wording['nameOf']): ErrorItem {
  const { path, message, ...rest } = fieldsOf(violation);
  return { code, propertyName: nameAt(path, nameOf), messages: [String(message)], details: violationOf(rest) };
}

/** Returns how a value violates a rule, for forms that word it themselves. */
function violationOf({ code, allowed }: Readonly<Record<string, unknown>>): object {
  return { code, ...(Array.isArray(allowed) && { allowed }) };
}

/** Returns the name in the request of a member of the input; undefined for the input as a whole. */
function nameAt(path: unknown, nameOf: Wording['nameOf']): string | undefined {
  const way = Array.isArray(path) ? path.map(String) : [];
  return way.length > 0 ? nameOf(['input', ...way].join('.')) : undefined;
}

function filled(details: object): object | undefined {
  return Object.keys(details).length > 0 ? details : undefined;
}
