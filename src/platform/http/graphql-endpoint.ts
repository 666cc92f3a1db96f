import type { IncomingMessage, ServerResponse } from 'node:http';
import { HeaderMap, type ApolloServer, type HTTPGraphQLResponse } from '@apollo/server';
import type { GraphQLError } from 'graphql';
import { parseExact } from '../../kernel/exact-json.ts';
import { fieldsOf } from '../../kernel/fields.ts';
import { isUuidV4 } from '../../kernel/uuid.ts';
import { Scope } from '../auth/scope.ts';
import { isLonger } from '../graphql/operations/answer-size.ts';
import { internalError, tooManyRequests } from '../graphql/operations/client-error.ts';
import type { OperationRunner } from '../graphql/operations/operation-runner.ts';
import type { KnownDocuments } from '../graphql/documents/known-documents.ts';
import { presentError } from '../graphql/operations/present-errors.ts';
import { OperationMemo, type RequestContext, type Surroundings } from '../graphql/operations/request-context.ts';
import type { Logger } from '../observability/logger.ts';
import { describeSpan } from '../observability/spans.ts';
import { OneEachTurn } from '../loops/one-each-turn.ts';
import type { AnonymousCallers } from './anonymous-callers.ts';
import type { BodyLimits } from './body-limits.ts';
import type { Identify } from './identify.ts';
import { namedDocument, withoutEmptyParts, withText, type RequestDocument } from './request-document.ts';
import type { Handler } from './http-server.ts';
import { answerError, answerJson } from './json-answer.ts';
import { answerInBounds, answerPastApollo } from './answer-past-apollo.ts';
import { answerType, JSON_TYPE, fastPathRequest } from './fast-path.ts';
import { correlationIdOf, searchOf, singleHeader, takesJson } from './request-headers.ts';
import { BODY_BYTES_MAX, LARGE_BODY_BYTES_MAX, readBody, type BodyRules } from './read-body.ts';
import { UnreadableBody } from './unreadable-body.ts';
import { closingOf } from './closing-of.ts';

export interface GraphqlEndpointOptions {
  readonly apollo: ApolloServer<RequestContext>;
  readonly runner: OperationRunner;
  readonly documents: KnownDocuments;
  readonly identify: Identify;
  readonly anonymous: AnonymousCallers;
  readonly bodies: BodyLimits;
  readonly surroundings: Surroundings;
  readonly logger: Logger;
}

/** `/graphql` over HTTP. Known documents take the fast path to the runner where possible; Apollo handles the rest. */
export function graphqlEndpoint(options: GraphqlEndpointOptions): Handler {
  return graphqlHandler(options, (exchange, context) => answerOperation(options, exchange, context));
}

/** Answers a request with an operation, once its caller is identified. */
type AnswerExchange = (exchange: Exchange, context: Making<RequestContext>) => Promise<void>;

/** Returns a handler that reads correlation id, token and body of a request, and then calls `answer`. */
export function graphqlHandler(options: GraphqlEndpointOptions, answer: AnswerExchange): Handler {
  const { identify, anonymous, bodies, surroundings, logger } = options;
  const turns = new OneEachTurn();
  return async (request, response) => {
    const arrivedAt = performance.now();
    const correlationId = correlationIdOf(request) ?? surroundings.random.uuid();
    if (!isUuidV4(correlationId)) {
      answerError(response, 400, { code: 'BAD_REQUEST', message: 'x-correlation-id must be a GUID of version 4.' });
      return;
    }
    response.setHeader('x-correlation-id', correlationId);
    describeSpan({ 'correlation.id': correlationId });
    const known = identify(request, response);
    const principal = known instanceof Promise ? await known : known;
    if (principal instanceof Error) {
      answerGraphqlError(response, principal, { correlationId, logger });
      return;
    }
    const context: Making<RequestContext> = {
      ...surroundings,
      principal,
      database: surroundings.databaseFor(principal?.partnerId),
      correlationId,
      apiVersion: singleHeader(request, 'api-version'),
      transport: 'http',
      arrivedAt,
      memo: new OperationMemo(),
      whenGone: closingOf(response),
    };
    const refusal = principal === undefined ? anonymous.take(anonymous.addressOf(request)) : undefined;
    if (refusal !== undefined) {
      const error = tooManyRequests(refusal.message, refusal.retryAfterSeconds);
      answerPastApollo(
        response,
        await options.runner.refuse(error, context),
        answerType(request.headers.accept) ?? JSON_TYPE,
      );
      return;
    }
    // Larger bodies are only for callers that may send pictures; the document, once known, shows whether it is one.
    const maySendLarge = principal?.scopes.has(Scope.KYC_DOCUMENT_WRITE) === true;
    const body = await bodyOf(request, {
      mediaType: 'application/json',
      bytesMax: maySendLarge ? LARGE_BODY_BYTES_MAX : BODY_BYTES_MAX,
      memory: bodies.of(principal?.partnerId ?? anonymous.addressOf(request), response),
      turns,
    });
    context.hasLargeBody = body.isLarge;
    await answer({ request, response, body: body.value, turns }, context);
  };
}

/** An object that is still being built. */
type Making<Thing> = { -readonly [Name in keyof Thing]: Thing[Name] };

/** A request whose body was read. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: unknown;
  /** Turns in which large bodies are parsed, and unknown documents are parsed and validated. */
  readonly turns: OneEachTurn;
}

async function answerOperation(
  { apollo, runner, documents }: GraphqlEndpointOptions,
  { request, response, body, turns }: Exchange,
  contextValue: Making<RequestContext>,
): Promise<void> {
  const { accept } = request.headers;
  const requested: RequestDocument = withoutEmptyParts({ body, search: searchOf(request) });
  const document = documents.named(namedDocument(requested));
  if (document instanceof Error) {
    answerPastApollo(response, await runner.refuse(document, contextValue), answerType(accept) ?? JSON_TYPE);
    return;
  }
  const fast = document && fastPathRequest(document, requested.body, accept);
  if (fast !== undefined) {
    contextValue.takesBytes = true;
    answerPastApollo(response, await runner.answer(fast.operation, fast.variables, contextValue), fast.type);
    return;
  }
  // Apollo would check this only after the operation.
  if (!takesJson(accept)) {
    const message = 'This path answers with application/json or application/graphql-response+json: accept one of them.';
    answerError(response, 406, { code: 'NOT_ACCEPTABLE', message, correlationId: contextValue.correlationId });
    return;
  }
  if (document === undefined) await turns.take();
  const result = await apollo.executeHTTPGraphQLRequest({
    httpGraphQLRequest: {
      method: (request.method ?? 'GET').toUpperCase(),
      headers: headersOf(request),
      ...(document === undefined ? requested : withText(requested, document)),
    },
    context: () => Promise.resolve(contextValue),
  });
  answerResult(response, result, contextValue.correlationId);
}

function headersOf(request: IncomingMessage): HeaderMap {
  const headers = new HeaderMap();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  return headers;
}

async function bodyOf(request: IncomingMessage, rules: BodyRules): Promise<{ value: unknown; isLarge: boolean }> {
  if (request.method !== 'POST') return { value: undefined, isLarge: false };
  const text = await readBody(request, rules);
  try {
    return { value: parseExact(text), isLarge: isLonger(text, BODY_BYTES_MAX) };
  } catch {
    throw new UnreadableBody(400, 'BAD_REQUEST', 'The body is not valid JSON.');
  }
}

function answerGraphqlError(
  response: ServerResponse,
  error: GraphQLError,
  { correlationId, logger }: { correlationId: string; logger: Logger },
): void {
  const { shown, http } = presentError(error, correlationId, logger);
  const status = http?.status ?? 500;
  answerJson(
    response,
    status,
    { errors: [shown], extensions: { correlationId } },
    Object.fromEntries(http?.headers ?? []),
  );
}

function answerResult(response: ServerResponse, result: HTTPGraphQLResponse, correlationId: string): void {
  if (result.body.kind !== 'complete') throw internalError(correlationId);
  const { 'content-type': type = 'application/json', ...headers } = Object.fromEntries(result.headers);
  const status = result.status ?? 200;
  const text = status < 400 ? result.body.string : withCorrelationId(result.body.string, correlationId);
  answerInBounds(response, { status, type, text, headers });
}

/** Adds the correlation id to responses that Apollo sends before its pipeline starts, such as for a blocked CSRF. */
function withCorrelationId(text: string, correlationId: string): string {
  const body = fieldsOf(JSON.parse(text));
  return 'extensions' in body ? text : JSON.stringify({ ...body, extensions: { correlationId } });
}
