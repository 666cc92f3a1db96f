import { ApolloServer } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from '../observability/logger.ts';
import { GatewayPlugin } from './gateway.plugin.ts';
import type { KnownDocuments } from '../graphql/documents/known-documents.ts';
import type { OperationRunner } from './operation-runner.ts';
import { formatRequestError } from '../graphql/errors/present-errors.ts';
import { DOCUMENT_RULES } from '../graphql/documents/read-document.ts';
import type { RequestContext } from './request-context.ts';

/**
 * Headers that a page of another site cannot send before a preflight, so that a GET with one of them is no forgery: those
 * of Apollo's clients, and a token, which no browser adds by itself.
 */
const CSRF_PROOFS = ['x-apollo-operation-name', 'apollo-require-preflight', 'authorization'];

export interface ApolloServerOptions {
  readonly schema: GraphQLSchema;
  readonly runner: OperationRunner;
  readonly documents: KnownDocuments;
  readonly logger: Logger;
}

/**
 * Creates an Apollo Server without features that cost time and are not needed. Its CacheControl plugin would wrap every
 * field resolver and undo most of what the compiled executor gains; NODE_ENV has no influence.
 */
export function createApolloServer({
  schema,
  runner,
  documents,
  logger,
}: ApolloServerOptions): ApolloServer<RequestContext> {
  return new ApolloServer<RequestContext>({
    schema,
    introspection: true,
    csrfPrevention: { requestHeaders: CSRF_PROOFS },
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: true,
    allowBatchedHttpRequests: false,
    stopOnTerminationSignals: false,
    formatError: formatRequestError,
    ...DOCUMENT_RULES,
    stringifyResult: (result) => JSON.stringify(result),
    logger: logger.child({}, { level: 'warn' }),
    nodeEnv: 'production',
    plugins: [
      new GatewayPlugin(runner, documents),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
    ],
  });
}
