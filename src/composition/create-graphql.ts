import type { GraphQLSchema } from 'graphql';
import type { Config } from '../config/config.ts';
import { forbiddenMutations, mutationWatch } from '../platform/audit/audited-requests.ts';
import { Fallback, ListQueries } from '../platform/byte-pages/list-queries.ts';
import { KnownDocuments, type DocumentTexts } from '../platform/graphql/documents/known-documents.ts';
import { readPersistedDocuments } from '../platform/graphql/documents/read-persisted-documents.ts';
import { watchMutations } from '../platform/graphql/vocabulary/mutation-outcomes.ts';
import type { Metrics } from '../platform/observability/metrics.ts';
import { operationObserver } from '../platform/observability/operation-log.ts';
import { Admission } from '../platform/requests/admission.ts';
import type { DocumentServices } from '../platform/requests/answer-document.ts';
import { createApolloServer } from '../platform/requests/apollo-server.ts';
import { OperationRunner } from '../platform/requests/operation-runner.ts';
import { EXAMPLE_DOCUMENTS } from '../playground/examples/example-documents.ts';
import type { Ports } from '../ports.ts';
import type { Runtime } from './runtime.ts';
import type { Services } from './services.ts';

type Needed = Services & Pick<Ports, 'readsEarly'>;

/** Creates what runs the documents of clients, and what knows those that were received before. */
export async function createGraphql(
  schema: GraphQLSchema,
  config: Config,
  runtime: Runtime,
  services: Needed,
): Promise<DocumentServices> {
  const { logger } = runtime;
  const { metrics, rates, longPolls, audit } = services;
  watchMutations(schema, mutationWatch(services));
  const runner = new OperationRunner({
    schema,
    bytePages: listQueriesOf(schema, services),
    admission: new Admission(rates),
    logger,
    atOnceMax: config.operationsAtOnce,
    polls: longPolls,
    watch: operationObserver(metrics, logger),
    forbidden: forbiddenMutations(audit),
  });
  const documents = await knownDocuments(config, { schema, runner, metrics, ...runtime });
  const apollo = createApolloServer({ schema, runner, documents, logger });
  await apollo.start();
  return { runner, documents, apollo };
}

/** Creates what answers known queries of lists from bytes, and counts the queries that they leave to the executor. */
function listQueriesOf(schema: GraphQLSchema, { metrics, readsEarly }: Needed): ListQueries {
  const fellBack = metrics.counter('byte_page_fallbacks_total', {
    help: 'Queries that were seen before but that could not be answered from bytes, by reason.',
    label: 'reason',
    values: Object.values(Fallback),
  });
  return new ListQueries({ schema, readsEarly, fellBack });
}

interface Readers extends Pick<Runtime, 'compilesLate'> {
  readonly schema: GraphQLSchema;
  readonly runner: OperationRunner;
  readonly metrics: Metrics;
}

/**
 * Reads the documents that can be sent by id, and compiles them, so that their first callers need not wait for this.
 * @throws BadPersistedDocument that names the first one that cannot be served
 */
async function knownDocuments(
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
