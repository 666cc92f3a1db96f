import type { GraphQLSchema } from 'graphql';
import type { Config } from '../config/config.ts';
import { EXAMPLE_DOCUMENTS } from '../playground/examples/example-documents.ts';
import type { OperationRunner } from '../platform/graphql/operations/operation-runner.ts';
import { KnownDocuments, type DocumentTexts } from '../platform/graphql/operations/known-documents.ts';
import { readPersistedDocuments } from '../platform/graphql/operations/read-persisted-documents.ts';

interface Readers {
  readonly schema: GraphQLSchema;
  readonly runner: OperationRunner;
}

/**
 * Reads the documents that may be asked for by id.
 * @throws BadPersistedDocument naming the first that cannot be served
 */
export async function knownDocuments(config: Config, { schema, runner }: Readers): Promise<KnownDocuments> {
  const documents = new KnownDocuments(schema, await documentTexts(config), config.persistedDocuments);
  for (const document of documents.persisted) for (const operation of document.all) runner.compile(operation);
  return documents;
}

async function documentTexts({ persistedDocuments: { file }, sandbox }: Config): Promise<DocumentTexts> {
  if (file !== undefined) return readPersistedDocuments(file);
  return sandbox ? readPersistedDocuments(EXAMPLE_DOCUMENTS) : new Map();
}
