import type { Operation } from '../graphql/operations/executor.ts';
import type { KnownDocument } from '../graphql/documents/known-documents.ts';
import { isRecord } from './request-document.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';
const RESPONSE_TYPE = 'application/graphql-response+json; charset=utf-8';

/** What the usual clients accept, and what they are answered with. Any other header is for Apollo to weigh. */
const ANSWER_TYPES: ReadonlyMap<string | undefined, string> = new Map([
  [undefined, JSON_TYPE],
  ['', JSON_TYPE],
  ['*/*', JSON_TYPE],
  ['application/json', JSON_TYPE],
  ['application/json, text/plain, */*', JSON_TYPE],
  ['application/graphql-response+json', RESPONSE_TYPE],
  ['application/graphql-response+json, application/json', RESPONSE_TYPE],
  ['application/graphql-response+json,application/json;q=0.9', RESPONSE_TYPE],
]);

/** A request that needs nothing of Apollo's. */
export interface FastPathRequest {
  readonly operation: Operation;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Media type of the answer. */
  readonly type: string;
}

/** Media type of an answer for an Accept header; undefined where Apollo has to weigh it. */
export function answerType(accept: string | undefined): string | undefined {
  return ANSWER_TYPES.get(accept);
}

/** What is to be run by the fast path past Apollo; undefined where Apollo has something to say about the request. */
export function fastPathRequest(
  document: KnownDocument,
  body: unknown,
  accept: string | undefined,
): FastPathRequest | undefined {
  const type = answerType(accept);
  if (type === undefined || !isRecord(body)) return undefined;
  const { variables, operationName, extensions } = body;
  if (!isRecordOrNothing(variables) || !isRecordOrNothing(extensions)) return undefined;
  if (typeof operationName !== 'string' && operationName !== undefined && operationName !== null) return undefined;
  const operation = document.operation(operationName ?? undefined);
  return operation && { operation, variables: variables ?? {}, type };
}

function isRecordOrNothing(value: unknown): value is Readonly<Record<string, unknown>> | null | undefined {
  return value === undefined || value === null || isRecord(value);
}
