/**
 * Reads documents: their limits, and what they select.
 * @packageDocumentation
 */

import {
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type GraphQLSchema,
  type ParseOptions,
  type ValidationRule,
} from 'graphql';
import { documentLimitsRule } from './document-limits.rule.ts';
import { subscriptionRootRule } from './subscription-root.rule.ts';

/** Maximum number of tokens of a document; the parser refuses a longer one. */
const DOCUMENT_TOKENS_MAX = 1_000;
/** Validation stops after this many errors. */
const VALIDATION_ERRORS_MAX = 5;

/** How every document is read: rules in addition to those of GraphQL, and limits. */
export const DOCUMENT_RULES = {
  parseOptions: { maxLexicalTokens: DOCUMENT_TOKENS_MAX } satisfies ParseOptions,
  validationRules: [subscriptionRootRule, documentLimitsRule] satisfies ValidationRule[],
  validationOptions: { maxErrors: VALIDATION_ERRORS_MAX },
};

/**
 * Reads a document outside a request.
 * @throws GraphQLError its first error
 */
export function readDocument(schema: GraphQLSchema, text: string): DocumentNode {
  const { parseOptions, validationRules, validationOptions } = DOCUMENT_RULES;
  const document = parse(text, parseOptions);
  const [fault] = validate(schema, document, [...specifiedRules, ...validationRules], validationOptions);
  if (fault !== undefined) throw fault;
  return document;
}
