import { ApolloServer } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { documentLimitsRule } from './document-limits.rule.ts';
import { GatewayPlugin, type GatewayPluginOptions } from './gateway.plugin.ts';
import { formatRequestError } from './present-errors.ts';
import type { RequestContext } from './request-context.ts';
import { subscriptionRootRule } from './subscription-root.rule.ts';

/** Tokens of a document at most; a longer one is refused while it is parsed. */
const DOCUMENT_TOKENS_MAX = 1_000;
/** Validation stops after so many errors. */
const VALIDATION_ERRORS_MAX = 5;

/**
 * Apollo Server with what costs without need turned off. Its CacheControl plugin would wrap every field resolver and
 * undo most of what the compiled executor gains; NODE_ENV decides nothing here.
 */
export function createApolloServer(options: GatewayPluginOptions): ApolloServer<RequestContext> {
  const { schema, logger } = options;
  return new ApolloServer<RequestContext>({
    schema,
    introspection: true,
    csrfPrevention: true,
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: true,
    allowBatchedHttpRequests: false,
    stopOnTerminationSignals: false,
    formatError: formatRequestError,
    parseOptions: { maxLexicalTokens: DOCUMENT_TOKENS_MAX },
    validationRules: [subscriptionRootRule, documentLimitsRule],
    validationOptions: { maxErrors: VALIDATION_ERRORS_MAX },
    stringifyResult: (result) => JSON.stringify(result),
    logger: logger.child({}, { level: 'warn' }),
    nodeEnv: 'production',
    plugins: [
      new GatewayPlugin(options),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
    ],
  });
}
