import type { SubscribePayload } from 'graphql-ws';
import type { KnownDocument } from '../graphql/documents/known-documents.ts';

/** Returns the request for Apollo, with the text that was sent or that of the named document; without empty texts. */
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

/** Returns the correlation id set by the client, as with `x-correlation-id` over HTTP; empty if it is not a string. */
export function correlationIdOf({ extensions }: SubscribePayload): string | undefined {
  const correlationId = extensions?.['correlationId'];
  if (correlationId === undefined || correlationId === null) return undefined;
  return typeof correlationId === 'string' ? correlationId.toLowerCase() : '';
}
