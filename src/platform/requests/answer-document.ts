import type { ApolloServer } from '@apollo/server';
import type { SubscribePayload } from 'graphql-ws';
import type { OneEachTurn } from '../loops/one-each-turn.ts';
import type { KnownDocument, KnownDocuments, NamedDocument } from '../graphql/documents/known-documents.ts';
import type { Answer, OperationRunner } from './operation-runner.ts';
import type { RequestContext } from './request-context.ts';

/** The operation that a request names: the text of a document or an id, with its variables and extensions. */
export type RequestedOperation = SubscribePayload & NamedDocument;

/** What answers the documents of clients. */
export interface DocumentServices {
  readonly apollo: ApolloServer<RequestContext>;
  readonly runner: OperationRunner;
  readonly documents: KnownDocuments;
}

/**
 * Answers a request that names a document, or opens its subscription. A document that was received before is run
 * without Apollo.
 * @param turns in which unknown documents are parsed and validated
 */
export async function answerDocument(
  { apollo, runner, documents }: DocumentServices,
  requested: RequestedOperation,
  context: RequestContext,
  turns?: OneEachTurn,
): Promise<Answer> {
  const document = documents.named(requested);
  if (document instanceof Error) return runner.refuse(document, context);
  const known = document?.operation(requested.operationName ?? undefined);
  if (known !== undefined) return runner.answer(known, requested.variables ?? {}, context);
  const refusal = document === undefined && (await runner.refusalOfUnparsed(requested.query, context));
  if (refusal) return runner.refuse(refusal, context);
  await turns?.take(context.principal?.partnerId);
  const { body, http } = await apollo.executeOperation(requestOf(requested, document), { contextValue: context });
  if (body.kind !== 'single') throw new Error('Incremental delivery is not supported.');
  return { result: body.singleResult, http };
}

/** Returns the request for Apollo, with the text that was sent or that of the named document; without empty texts. */
function requestOf(payload: SubscribePayload, document: KnownDocument | undefined) {
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
