import { isFields } from '../../kernel/fields.ts';
import type { Operation } from '../graphql/documents/operation.ts';
import type { KnownDocument } from '../graphql/documents/known-documents.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';
const RESPONSE_TYPE = 'application/graphql-response+json; charset=utf-8';

/** Accept headers of the usual clients, and the media types of their responses. Apollo negotiates all others. */
const ANSWER_TYPES: ReadonlyMap<string | undefined, string> = new Map([
  [undefined, JSON_TYPE],
  ['', JSON_TYPE],
  ['*/*', JSON_TYPE],
  ['application/json', JSON_TYPE],
  ['application/json, text/plain, */*', JSON_TYPE],
  ['application/graphql-response+json', RESPONSE_TYPE],
  ['application/graphql-response+json, application/json', RESPONSE_TYPE],
  ['application/graphql-response+json,application/json;q=0.9', RESPONSE_TYPE],
  ['application/graphql-response+json, application/json;q=0.9', RESPONSE_TYPE],
  ['application/graphql-response+json; charset=utf-8, application/json; charset=utf-8', RESPONSE_TYPE],
  [
    'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed',
    RESPONSE_TYPE,
  ],
]);

/** A request that does not need Apollo. */
export interface FastPathRequest {
  readonly operation: Operation;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Media type of the response. */
  readonly type: string;
}

/** Returns the media type of the response for an Accept header; undefined if Apollo has to negotiate it. */
export function answerType(accept: string | undefined): string | undefined {
  return ANSWER_TYPES.get(accept);
}

/** Returns what the fast path runs without Apollo; undefined if the request has to go through Apollo. */
export function fastPathRequest(
  document: KnownDocument,
  body: unknown,
  accept: string | undefined,
): FastPathRequest | undefined {
  const type = answerType(accept);
  if (type === undefined || !isFields(body)) return undefined;
  const { variables, operationName, extensions } = body;
  if (!isFieldsOrNothing(variables) || !isFieldsOrNothing(extensions)) return undefined;
  if (typeof operationName !== 'string' && operationName !== undefined && operationName !== null) return undefined;
  const operation = document.operation(operationName ?? undefined);
  return operation && { operation, variables: variables ?? {}, type };
}

function isFieldsOrNothing(value: unknown): value is Readonly<Record<string, unknown>> | null | undefined {
  return value === undefined || value === null || isFields(value);
}
