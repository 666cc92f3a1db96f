import type { GraphQLSchema } from 'graphql';
import type { Config } from '../config/config.ts';
import { EXAMPLE_DOCUMENTS } from '../playground/examples/example-documents.ts';
import type { OperationRunner } from '../platform/requests/operation-runner.ts';
import { KnownDocuments, type DocumentTexts } from '../platform/graphql/documents/known-documents.ts';
import { readPersistedDocuments } from '../platform/graphql/documents/read-persisted-documents.ts';
import type { Metrics } from '../platform/observability/metrics.ts';
import type { Runtime } from './runtime.ts';

interface Readers extends Pick<Runtime, 'compilesLate'> {
  readonly schema: GraphQLSchema;
  readonly runner: OperationRunner;
  readonly metrics: Metrics;
}

/**
 * Reads the documents that can be sent by id, and compiles them, so that their first callers need not wait for this.
 * @throws BadPersistedDocument that names the first one that cannot be served
 */
export async function knownDocuments(
  config: Config,
  { schema, runner, metrics, compilesLate = false }: Readers,
): Promise<KnownDocuments> {
  const documents = new KnownDocuments(schema, await documentTexts(config), config.persistedDocuments);
  for (const operation of [...documents.persisted].flatMap(({ all }) => [...all]))
    if (compilesLate) runner.compileAtFirstUse(operation);
    else runner.compile(operation);
  metrics.gauge(
    'gateway_compiled_operations',
    'Operations that this process has compiled: those of known documents before it was ready, others at their second request.',
    () => ({ all: runner.compilations }),
  );
  return documents;
}

async function documentTexts({ persistedDocuments: { file }, sandbox }: Config): Promise<DocumentTexts> {
  if (file !== undefined) return readPersistedDocuments(file);
  return sandbox ? readPersistedDocuments(EXAMPLE_DOCUMENTS) : new Map();
}
