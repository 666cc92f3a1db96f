import { HeaderMap } from '@apollo/server';
import { GraphQLError } from 'graphql';
import type { DomainError } from '../../../kernel/domain-error.ts';
import type { OpenOutcome } from '../../../kernel/undecided.ts';
import { requestErrors, type RequestErrorCode } from './request-errors.ts';

/** Input that does not fit the document; the message must not repeat it. */
export function badInput(message: string): GraphQLError {
  return requestError('BAD_USER_INPUT', message);
}

/** A bad argument of a query, such as a page size or a date range; `argument` is its dotted path. */
export function badArgument(argument: string, message: string): GraphQLError {
  return requestError('BAD_USER_INPUT', message, { argument });
}

/** Something of a request over REST that breaks a rule: a header, a parameter or a member of the body. */
export interface BadParameter {
  readonly name: string;
  readonly message: string;
}

/** Everything that is wrong with a request over REST, at once. */
export function badParameters(parameters: readonly BadParameter[]): GraphQLError {
  const message = 'One or more parameters are invalid.';
  return requestError('BAD_USER_INPUT', message, { parameters });
}

/** A mutation that came in a request which a proxy may send again. */
export function mutationByGet(): GraphQLError {
  return new GraphQLError('Mutations are sent by POST.', {
    extensions: { code: 'BAD_REQUEST', http: { status: 405, headers: new HeaderMap([['allow', 'POST']]) } },
  });
}

/** A cursor that is malformed, forged, or was given for another partner, connection or filter. */
export function invalidCursor(argument: string): GraphQLError {
  const message = `${argument} is not a cursor of this connection: pass a cursor that it returned, with the same filter.`;
  return requestError('INVALID_CURSOR', message, { argument });
}

/** A cursor of what a log had before the database went back; `resumeAfter` is one of where its history and ours part. */
export function cursorFromLostFuture(argument: string, resumeAfter: string): GraphQLError {
  const message = `${argument} lies in a part of the log that was lost: go on from extensions.resumeAfter.`;
  return requestError('CURSOR_FROM_LOST_FUTURE', message, { argument, resumeAfter });
}

/** A cursor of a log that was good once: it is too old for a stream to begin at, or its key is no longer there. */
export function cursorExpired(
  argument: string,
  advice = 'read what you missed by pages, and go on from their endCursor.',
): GraphQLError {
  const message = `${argument} is too old to go on from: ${advice}`;
  return requestError('CURSOR_EXPIRED', message, { argument });
}

/** More than is granted at once; the same request may be sent again when others have ended. */
export function tooManyAtOnce(message: string): GraphQLError {
  return requestError('RATE_LIMITED', message);
}

/** The partner has used up what it is granted for a while. */
export function tooManyRequests(message: string, retryAfterSeconds: number): GraphQLError {
  return requestError('RATE_LIMITED', message, {
    retryAfterSeconds,
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
}

/** An operation that may answer with more than one request is granted. */
export function tooCostly(requested: number, maximum: number): GraphQLError {
  const message = `The operation costs ${requested}, and ${maximum} is granted: ask for smaller pages, or for less at once.`;
  return requestError('BAD_USER_INPUT', message, { cost: { requested, maximum } });
}

/** What a token may come as (RFC 6750, RFC 9449). */
const Challenge = {
  BEARER: 'Bearer realm="partner-banking"',
  DPOP: 'DPoP realm="partner-banking", algs="ES256 PS256 EdDSA"',
} as const;

/** What is wrong with a token, as a challenge says it. */
interface TokenFault {
  readonly isDpop: boolean;
  readonly error: 'invalid_token' | 'invalid_dpop_proof' | 'use_dpop_nonce';
  /** What helps its sender to go on. */
  readonly details?: Readonly<Record<string, string>>;
}

/** A token that is not trusted, or not from its owner. */
export function badToken(message: string, { isDpop, error, details }: TokenFault): GraphQLError {
  const challenge = `${isDpop ? Challenge.DPOP : Challenge.BEARER}, error="${error}"`;
  return unauthenticated(message, challenge, details);
}

/** There is no token. */
export function noToken(): GraphQLError {
  const message = 'This operation needs a token: send it as "Authorization: Bearer <token>".';
  return unauthenticated(message, `${Challenge.BEARER}, ${Challenge.DPOP}`);
}

function unauthenticated(message: string, challenge: string, details: Readonly<Record<string, string>> = {}) {
  const headers = { 'www-authenticate': challenge };
  return requestError('UNAUTHENTICATED', message, { ...details, headers });
}

/** The token is good, but its partner was suspended: no other token of it helps. */
export function partnerSuspended(message: string): GraphQLError {
  return requestError('PARTNER_SUSPENDED', message);
}

/** The token is good, but it lacks scopes. */
export function forbidden(requiredScopes: readonly string[]): GraphQLError {
  const message = `The token lacks a scope that this operation needs: ${requiredScopes.join(', ')}.`;
  return requestError('FORBIDDEN', message, { requiredScopes });
}

/** Whether a caller may not do what was asked, though it is known who that is. */
export function isForbidden(error: unknown): boolean {
  return error instanceof GraphQLError && error.extensions['code'] === ('FORBIDDEN' satisfies RequestErrorCode);
}

/** The operation has a field that is served in sandbox mode only; no token helps. */
export function forbiddenOutsideSandbox(requiredScopes: readonly string[]): GraphQLError {
  const message = 'This operation has a field that is served only in sandbox mode.';
  return requestError('FORBIDDEN', message, { requiredScopes });
}

/** The operation asks for the schema, which is told nobody here; no token helps. */
export function introspectionOff(): GraphQLError {
  const message = 'Introspection is turned off here: take the schema from its file.';
  return requestError('FORBIDDEN', message, { requiredScopes: [] });
}

/** The api-version header does not fit what is asked. */
export function unsupportedApiVersion(message: string): GraphQLError {
  return requestError('UNSUPPORTED_API_VERSION', message);
}

/** An id that is not a text, or one beside a document's text. */
export function unusableDocumentId(): GraphQLError {
  return badInput('documentId must be a string, and stand without a query.');
}

/** No document was registered under the id that was sent. */
export function documentNotRegistered(): GraphQLError {
  const message = 'No document is registered under this documentId: send the document as query, or have it registered.';
  return requestError('DOCUMENT_NOT_REGISTERED', message);
}

/** A document's text, where none but registered documents are served. */
export function documentRequired(): GraphQLError {
  const message = 'Only registered documents are served here: send a documentId instead of a query.';
  return requestError('PERSISTED_DOCUMENT_REQUIRED', message);
}

/** The body is larger than an operation may have that carries no picture. */
export function payloadTooLarge(): GraphQLError {
  const message = 'The body is larger than 256 kB: only an operation that sends a picture and nothing else may be.';
  return requestError('PAYLOAD_TOO_LARGE', message);
}

/** The answer is larger than any may be. What a mutation has changed stays so: its key replays it. */
export function answerTooLarge(): GraphQLError {
  const message = 'The answer is larger than 4 MB: ask for smaller pages, or for less at once.';
  return requestError('ANSWER_TOO_LARGE', message);
}

/** A fault of ours: the correlation id and nothing else. */
export function internalError(correlationId: string): GraphQLError {
  const message = 'Internal server error.';
  return requestError('INTERNAL_SERVER_ERROR', message, { correlationId });
}

/** The database cannot be reached just now; the same request may be sent again. */
export function serviceUnavailable(): GraphQLError {
  const message = 'The service is unavailable for a moment: send the same request again.';
  return requestError('SERVICE_UNAVAILABLE', message, {
    retryAfterSeconds: 1,
    headers: { 'retry-after': '1' },
  });
}

/** The operation is not waited for any longer; the field that it has begun may still happen, and its key then replays it. */
export function tookTooLong(seconds: number): GraphQLError {
  const message = `The operation took longer than ${seconds} seconds: send the same request again, or ask for less at once.`;
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
    ...(outcome && { outcome }),
  });
}

/** A refusal of what has no union to return it in, such as a subscription. */
export function refusedAtTop({ code, status, message, ...carried }: DomainError): GraphQLError {
  const http = { status, headers: new HeaderMap() };
  return new GraphQLError(message, { extensions: { code, ...carried, http } });
}

/** Something that this gateway was not set up for; sending the request again does not help. */
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
  return new GraphQLError(message, { extensions: { code, ...extensions, http } });
}
