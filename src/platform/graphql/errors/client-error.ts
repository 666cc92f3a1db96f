/**
 * Errors as clients see them: made for clients, or masked.
 * @packageDocumentation
 */

import { constantCase } from '../../../kernel/text.ts';
import { HeaderMap } from '@apollo/server';
import { GraphQLError } from 'graphql';
import type { DomainError } from '../../../kernel/domain-error.ts';
import type { OpenOutcome } from '../../../kernel/undecided.ts';
import type { ViolationCode } from '../../../kernel/violation-code.ts';
import { requestErrors, type RequestErrorCode } from './request-errors.ts';

/** Input that does not match the document; the message must not repeat it. */
export function badInput(message: string): GraphQLError {
  return requestError('BAD_USER_INPUT', message);
}

/** An invalid argument of a query, such as a page size or a date range; `argument` is its dotted path. */
export function badArgument(argument: string, message: string): GraphQLError {
  return requestError('BAD_USER_INPUT', message, { argument });
}

/** Part of a REST request that breaks a rule: a header, a parameter or a member of the body. */
export interface BadParameter {
  readonly name: string;
  readonly code: ViolationCode;
  readonly message: string;
  /** The values that it can have, if they are a closed set. */
  readonly allowed?: readonly string[];
}

/** Everything that is wrong with a REST request, in one error. */
export function badParameters(parameters: readonly BadParameter[]): GraphQLError {
  const message = 'One or more parameters are invalid.';
  return requestError('BAD_USER_INPUT', message, { parameters });
}

/** A mutation in a request that a proxy may send again. */
export function mutationByGet(): GraphQLError {
  return new GraphQLError('Mutations must be sent by POST.', {
    extensions: {
      code: 'BAD_REQUEST' satisfies RequestErrorCode,
      http: { status: 405, headers: new HeaderMap([['allow', 'POST']]) },
    },
  });
}

/** A cursor that is malformed, forged, or was issued for another partner, connection or filter. */
export function invalidCursor(argument: string): GraphQLError {
  const message = `${argument} is not a cursor of this connection: pass a cursor that it returned, with the same filter.`;
  return requestError('INVALID_CURSOR', message, { argument });
}

/** A cursor of a log entry that a restore has lost; `resumeAfter` is the cursor after which the histories differ. */
export function cursorFromLostFuture(argument: string, resumeAfter: string): GraphQLError {
  // eslint-disable-next-line own/plain-words -- The message is part of the contract.
  const message = `${argument} lies in a part of the log that was lost: go on from extensions.resumeAfter.`;
  return requestError('CURSOR_FROM_LOST_FUTURE', message, { argument, resumeAfter });
}

/** A cursor of a log that is too old to start a stream. */
export function cursorExpired(
  argument: string,
  advice = 'read what you missed page by page, and continue after the endCursor.',
): GraphQLError {
  const message = `${argument} is too old to resume from: ${advice}`;
  return requestError('CURSOR_EXPIRED', message, { argument });
}

/** More than is allowed concurrently; the same request can be sent again when others have ended. */
export function tooManyAtOnce(message: string): GraphQLError {
  return requestError('RATE_LIMITED', message);
}

/** The partner has exhausted a limit for a while. */
export function tooManyRequests(message: string, retryAfterSeconds: number): GraphQLError {
  return requestError('RATE_LIMITED', message, {
    retryAfterSeconds,
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
}

/** An operation whose cost exceeds the maximum. */
export function tooCostly(requested: number, maximum: number): GraphQLError {
  const message = `The operation costs ${requested}, but at most ${maximum} is allowed: request smaller pages or fewer fields.`;
  return requestError('BAD_USER_INPUT', message, { cost: { requested, maximum } });
}

/** How a token can be sent (RFC 6750, RFC 9449). */
const Challenge = {
  BEARER: 'Bearer realm="partner-banking"',
  DPOP: 'DPoP realm="partner-banking", algs="ES256 PS256 EdDSA"',
} as const;

/** What is wrong with a token, as its challenge reports it. */
interface TokenFault {
  readonly isDpop: boolean;
  readonly error: 'invalid_token' | 'invalid_dpop_proof' | 'use_dpop_nonce';
  /** What the client needs to continue. */
  readonly details?: Readonly<Record<string, string>>;
}

/** A token that is not trusted, or not sent by its owner. */
export function badToken(message: string, { isDpop, error, details }: TokenFault): GraphQLError {
  const challenge = `${isDpop ? Challenge.DPOP : Challenge.BEARER}, error="${error}"`;
  return unauthenticated(message, challenge, details);
}

/** How a token is sent over each transport. */
const TOKEN_PLACES = {
  http: 'send it as "Authorization: Bearer <token>"',
  socket:
    'send it in the payload of connection_init, as {"Authorization": "Bearer <token>"}; headers of the WebSocket are not read',
} as const;

/** No token was sent. */
export function noToken(transport: keyof typeof TOKEN_PLACES): GraphQLError {
  const message = `This operation requires a token: ${TOKEN_PLACES[transport]}.`;
  return unauthenticated(message, `${Challenge.BEARER}, ${Challenge.DPOP}`);
}

function unauthenticated(message: string, challenge: string, details: Readonly<Record<string, string>> = {}) {
  const headers = { 'www-authenticate': challenge };
  return requestError('UNAUTHENTICATED', message, { ...details, headers });
}

/** The token is valid, but its partner is suspended: other tokens of it do not help. */
export function partnerSuspended(message: string): GraphQLError {
  return requestError('PARTNER_SUSPENDED', message);
}

/** The token is valid, but lacks scopes. */
export function forbidden(requiredScopes: readonly string[]): GraphQLError {
  const message = `The token lacks a scope that this operation requires: ${requiredScopes.join(', ')}.`;
  return requestError('FORBIDDEN', message, { requiredScopes });
}

/** Checks whether an error is FORBIDDEN: the caller is known, but may not do what it requested. */
export function isForbidden(error: unknown): boolean {
  return error instanceof GraphQLError && error.extensions['code'] === ('FORBIDDEN' satisfies RequestErrorCode);
}

/** The operation has a field that is served only in sandbox mode; no token helps. */
export function forbiddenOutsideSandbox(requiredScopes: readonly string[]): GraphQLError {
  const message = 'This operation contains a field that is served only in sandbox mode.';
  return requestError('FORBIDDEN', message, { requiredScopes });
}

/** The operation introspects the schema, which is turned off here; no token helps. */
export function introspectionOff(): GraphQLError {
  const message = 'Introspection is disabled here: use the schema file.';
  return requestError('FORBIDDEN', message, { requiredScopes: [] });
}

/** The api-version header does not match the operation. */
export function unsupportedApiVersion(message: string): GraphQLError {
  return requestError('UNSUPPORTED_API_VERSION', message);
}

/** A document id that is not a string, or that is sent with the text of a document. */
export function unusableDocumentId(): GraphQLError {
  return badInput('documentId must be a string, and must not be combined with a query.');
}

/** No document is registered under the id. */
export function documentNotRegistered(): GraphQLError {
  const message = 'No document is registered under this documentId: send the document as query, or have it registered.';
  return requestError('DOCUMENT_NOT_REGISTERED', message);
}

/** The text of a document, where only registered documents are served. */
export function documentRequired(): GraphQLError {
  const message = 'Only registered documents are served here: send a documentId instead of a query.';
  return requestError('PERSISTED_DOCUMENT_REQUIRED', message);
}

/** The body is larger than allowed for an operation without a picture. */
export function payloadTooLarge(): GraphQLError {
  const message = 'The body is larger than 256 kB: only an operation that sends nothing but a picture may exceed that.';
  return requestError('PAYLOAD_TOO_LARGE', message);
}

/** The response is too large. What a mutation has changed persists: its key replays it. */
export function answerTooLarge(): GraphQLError {
  const message = 'The response is larger than 4 MB: request smaller pages or fewer fields.';
  return requestError('ANSWER_TOO_LARGE', message);
}

/** An internal error: only the correlation id is shown. */
export function internalError(correlationId: string): GraphQLError {
  const message = 'Internal server error.';
  return requestError('INTERNAL_SERVER_ERROR', message, { correlationId });
}

/** The service, such as its database, is temporarily unavailable; the same request can be sent again. */
export function serviceUnavailable(): GraphQLError {
  const message = 'The service is temporarily unavailable: send the same request again.';
  return requestError('SERVICE_UNAVAILABLE', message, {
    retryAfterSeconds: 1,
    headers: { 'retry-after': '1' },
  });
}

/** The operation timed out. The field that it has started may still complete, and its key then replays the result. */
export function tookTooLong(seconds: number): GraphQLError {
  const message = `The operation took longer than ${seconds} seconds: send the same request again, or request less.`;
  return requestError('SERVICE_UNAVAILABLE', message, {
    retryAfterSeconds: 1,
    headers: { 'retry-after': '1' },
  });
}

/** The provider behind this gateway has decided nothing, as far as is known. */
export function providerUnavailable(
  message: string,
  { retryAfterSeconds, outcome }: { readonly retryAfterSeconds?: number; readonly outcome?: OpenOutcome },
): GraphQLError {
  return requestError('SERVICE_UNAVAILABLE', message, {
    ...(retryAfterSeconds !== undefined && {
      retryAfterSeconds,
      headers: { 'retry-after': String(retryAfterSeconds) },
    }),
    // Named as the argument of idempotentOutcome.
    ...(outcome && { outcome: { ...outcome, mutation: constantCase(outcome.mutation) } }),
  });
}

/** A refusal of a field without a union to return it in, such as a subscription. */
export function refusedAtTop(refusal: DomainError): GraphQLError {
  const { code, status, message, ...carried } = refusal;
  const http = { status, headers: new HeaderMap() };
  return new GraphQLError(message, { extensions: { code, path: refusal.path, ...carried, http } });
}

/** Something that this gateway is not configured for; sending the request again does not help. */
export function unserved(message: string): GraphQLError {
  return requestError('SERVICE_UNAVAILABLE', message);
}

interface RequestErrorDetails {
  readonly headers?: Readonly<Record<string, string>>;
  readonly [extension: string]: unknown;
}

function requestError(
  code: RequestErrorCode,
  message: string,
  { headers = {}, ...extensions }: RequestErrorDetails = {},
): GraphQLError {
  const http = { status: requestErrors[code].status, headers: new HeaderMap(Object.entries(headers)) };
  return withoutStack(() => new GraphQLError(message, { extensions: { code, ...extensions, http } }));
}

/** Makes an error that is an answer: nobody reads where it was made, and finding that out takes longer than to refuse. */
function withoutStack<Made>(make: () => Made): Made {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return make();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
