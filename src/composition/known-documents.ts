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
 * Reads the documents that may be asked for by id. Those of a client are compiled at once; of the sandbox's examples, whose
 * compilation is a sixth of a start, each when it is run.
 * @throws BadPersistedDocument naming the first that cannot be served
 */
export async function knownDocuments(config: Config, { schema, runner }: Readers): Promise<KnownDocuments> {
  const documents = new KnownDocuments(schema, await documentTexts(config), config.persistedDocuments);
  const isOfClient = config.persistedDocuments.file !== undefined;
  for (const operation of [...documents.persisted].flatMap(({ all }) => [...all]))
    if (isOfClient) runner.compile(operation);
    else runner.compileAtFirstUse(operation);
  return documents;
}

async function documentTexts({ persistedDocuments: { file }, sandbox }: Config): Promise<DocumentTexts> {
  if (file !== undefined) return readPersistedDocuments(file);
  return sandbox ? readPersistedDocuments(EXAMPLE_DOCUMENTS) : new Map();
}
