import type { IncomingMessage, ServerResponse } from 'node:http';
import { HeaderMap, type HTTPGraphQLResponse } from '@apollo/server';
import { parseExact } from '../../kernel/exact-json.ts';
import { fieldsOf } from '../../kernel/fields.ts';
import { Scope } from '../auth/scope.ts';
import type { DocumentServices } from '../requests/answer-document.ts';
import { isLonger } from '../graphql/errors/answer-size.ts';
import { internalError } from '../graphql/errors/client-error.ts';
import { OneEachTurn } from '../loops/one-each-turn.ts';
import { answerInBounds, answerPastApollo } from './answer-past-apollo.ts';
import { isNamed } from '../etag.ts';
import { answerType, JSON_TYPE, fastPathRequest } from './fast-path.ts';
import { answerRefused } from './callers-only.ts';
import { arrivalHandler, type Exchange, type HttpArrivalOptions, type HttpFormat } from './http-arrival.ts';
import type { Handler } from './http-server.ts';
import { answerError } from './json-answer.ts';
import { BODY_BYTES_MAX, readBody, type BodyRules } from './read-body.ts';
import { namedDocument, withoutEmptyParts, withText, type RequestDocument } from './request-document.ts';
import { searchOf, takesJson } from './request-headers.ts';
import { UnreadableBody } from './unreadable-body.ts';

export interface GraphqlEndpointOptions extends HttpArrivalOptions, DocumentServices {}

/** `/graphql` over HTTP. Known documents take the fast path to the runner where possible; Apollo handles the rest. */
export function graphqlEndpoint(options: GraphqlEndpointOptions): Handler {
  return graphqlHandler(options, (exchange) => answerOperation(options, exchange));
}

/** Answers a request with an operation. */
type AnswerExchange = (exchange: Exchange<unknown>) => Promise<void>;

/** Returns a handler for requests in the format of GraphQL over HTTP. */
export function graphqlHandler(options: GraphqlEndpointOptions, answer: AnswerExchange): Handler {
  const { arrivals, runner } = options;
  const format: HttpFormat<RequestBody> = {
    turns: new OneEachTurn(),
    refuseId(response) {
      answerError(response, 400, { code: 'BAD_REQUEST', message: 'x-correlation-id must be a GUID of version 4.' });
    },
    refuseToken(response, error, correlationId) {
      answerRefused(response, arrivals, { error, correlationId });
    },
    async refuseAnonymous({ request, response, context }, error) {
      const type = answerType(request.headers.accept) ?? JSON_TYPE;
      answerPastApollo(response, await runner.refuse(error, context), type);
    },
    // The document, once known, shows whether it is a picture.
    maySendLarge: (principal) => principal?.scopes.has(Scope.KYC_DOCUMENT_WRITE) === true,
    read: bodyOf,
    answer({ body: { value, isLarge }, ...exchange }) {
      exchange.transport.hasLargeBody = isLarge;
      return answer({ ...exchange, body: value });
    },
  };
  return arrivalHandler(format, options);
}

async function answerOperation(
  { apollo, runner, documents }: GraphqlEndpointOptions,
  { request, response, body, context, transport, turns }: Exchange<unknown>,
): Promise<void> {
  const { accept } = request.headers;
  const requested: RequestDocument = withoutEmptyParts({ body, search: searchOf(request) });
  const document = documents.named(namedDocument(requested));
  if (document instanceof Error) {
    answerPastApollo(response, await runner.refuse(document, context), answerType(accept) ?? JSON_TYPE);
    return;
  }
  const fast = document && fastPathRequest(document, requested.body, accept);
  if (fast !== undefined) {
    transport.takesBytes = true;
    answerPastApollo(response, await runner.answer(fast.operation, fast.variables, context), fast.type);
    return;
  }
  // Apollo would check this only after the operation.
  if (!takesJson(accept)) {
    const message = 'This path answers with application/json or application/graphql-response+json: accept one of them.';
    answerError(response, 406, { code: 'NOT_ACCEPTABLE', message, correlationId: context.correlationId });
    return;
  }
  if (document === undefined) {
    const refusal = await runner.refusalOfUnparsed(namedDocument(requested).query, context);
    if (refusal !== undefined) {
      answerPastApollo(response, await runner.refuse(refusal, context), answerType(accept) ?? JSON_TYPE);
      return;
    }
    await turns.take(context.principal?.partnerId);
  }
  const result = await apollo.executeHTTPGraphQLRequest({
    httpGraphQLRequest: {
      method: (request.method ?? 'GET').toUpperCase(),
      headers: headersOf(request),
      ...(document === undefined ? requested : withText(requested, document)),
    },
    context: () => Promise.resolve(context),
  });
  const etag = result.headers.get('etag');
  if (etag !== undefined && isNamed(etag, request.headers['if-none-match'])) {
    result.headers.delete('content-type');
    response.writeHead(304, Object.fromEntries(result.headers)).end();
    return;
  }
  answerResult(response, result, context.correlationId);
}

function headersOf(request: IncomingMessage): HeaderMap {
  const headers = new HeaderMap();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  return headers;
}

interface RequestBody {
  readonly value: unknown;
  readonly isLarge: boolean;
}

async function bodyOf(request: IncomingMessage, rules: Omit<BodyRules, 'mediaType'>): Promise<RequestBody> {
  if (request.method !== 'POST') return { value: undefined, isLarge: false };
  const text = await readBody(request, { ...rules, mediaType: 'application/json' });
  try {
    return { value: parseExact(text), isLarge: isLonger(text, BODY_BYTES_MAX) };
  } catch {
    throw new UnreadableBody(400, 'BAD_REQUEST', 'The body is not valid JSON.');
  }
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
