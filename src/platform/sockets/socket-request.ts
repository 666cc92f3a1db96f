import type { SubscribePayload } from 'graphql-ws';
import type { KnownDocument } from '../graphql/documents/known-documents.ts';

/** What Apollo runs: the text that came, or the one of the document that was named. An empty text is none. */
export function requestOf(payload: SubscribePayload, document: KnownDocument | undefined) {
  const { operationName, variables } = payload;
  const { persistedQuery, ...extensions } = payload.extensions ?? {};
  const query = document?.text ?? payload.query;
  return {
    ...(query !== '' && { query }),
    variables: variables ?? {},
    extensions: document === undefined && persistedQuery !== undefined ? { ...extensions, persistedQuery } : extensions,
    ...(operationName && { operationName }),
  };
}

/** A client may name its operation, as it names a request over HTTP by x-correlation-id. */
export function correlationIdOf({ extensions }: SubscribePayload): string | undefined {
  const correlationId = extensions?.['correlationId'];
  if (correlationId === undefined || correlationId === null) return undefined;
  return typeof correlationId === 'string' ? correlationId.toLowerCase() : '';
}
