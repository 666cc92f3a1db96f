import type { IncomingMessage, ServerResponse } from 'node:http';
import { GraphQLError } from 'graphql';
import { isUuidV4 } from '../../kernel/uuid.ts';
import { tooManyRequests } from '../../platform/graphql/operations/client-error.ts';
import { presentFailure, presentError } from '../../platform/graphql/operations/present-errors.ts';
import {
  OperationMemo,
  type RequestContext,
  type Surroundings,
} from '../../platform/graphql/operations/request-context.ts';
import type { AnonymousCallers } from '../../platform/http/anonymous-callers.ts';
import type { BodyLimits } from '../../platform/http/body-limits.ts';
import type { Handler } from '../../platform/http/http-server.ts';
import type { Identify } from '../../platform/http/identify.ts';
import { answerText } from '../../platform/http/json-answer.ts';
import {
  BODY_BYTES_MAX,
  LARGE_BODY_BYTES_MAX,
  readBody,
  readBytes,
  type BodyRules,
} from '../../platform/http/read-body.ts';
import { correlationIdOf, searchOf, singleHeader } from '../../platform/http/request-headers.ts';
import { headersOf, UnreadableBody } from '../../platform/http/unreadable-body.ts';
import { OneEachTurn } from '../../platform/loops/one-each-turn.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import { describeSpan } from '../../platform/observability/spans.ts';
import { errorAnswer, partnerCode, requestErrorAnswer, type RestAnswer } from './rest-error.ts';
import { readForm } from './form.ts';
import type { RestBody, RestRequest } from './request-reader.ts';
import { isFields } from '../../kernel/fields.ts';
import { SourceJson } from './source-json.ts';

export interface RestEndpointOptions {
  readonly identify: Identify;
  readonly anonymous: AnonymousCallers;
  readonly bodies: BodyLimits;
  readonly surroundings: Surroundings;
  readonly logger: Logger;
}

/** Answers a request that has passed the checks common to all rows. */
type AnswerRow = (request: RestRequest, context: RequestContext) => Promise<RestAnswer>;

/** What differs between rows. */
export interface Answering {
  readonly answer: AnswerRow;
  /** Name of the form part that holds a file; undefined if the body is JSON. */
  readonly file?: string | undefined;
  /** Whether no body is read. */
  readonly hasNoBody?: boolean;
  /** Scopes that a token needs for a large body to be read. */
  readonly scopes: readonly string[];
}

type PathParameters = Readonly<Record<string, string | undefined>>;

const METHODS_WITH_BODY: readonly string[] = ['POST', 'PUT', 'PATCH'];

/** What all rows have in common: correlation id, token and body, refused in this order, and one format of errors. */
export class RestEndpoint {
  private readonly options: RestEndpointOptions;
  private readonly turns = new OneEachTurn();

  constructor(options: RestEndpointOptions) {
    this.options = options;
  }

  handler(path: PathParameters, row: Answering): Handler {
    return async (request, response) => {
      const arrivedAt = performance.now();
      const { publicUrl } = this.options.surroundings;
      const correlationId = this.noteCorrelationId(request, response);
      if (correlationId === undefined) {
        const messages = ['x-correlation-id must be a GUID of version 4.'];
        const item = { code: 'INVALID_PARAMETER', propertyName: 'x-correlation-id', messages };
        answerRest(response, errorAnswer(400, [item], publicUrl));
        return;
      }
      describeSpan({ 'correlation.id': correlationId });
      try {
        answerRest(response, await this.answer({ request, response, path, correlationId, arrivedAt }, row));
      } catch (error) {
        answerRest(response, this.failure(error, request, correlationId));
      }
    };
  }

  /** Returns a request's correlation id, and sets it on the response; undefined for a bad one, which is replaced. */
  noteCorrelationId(request: IncomingMessage, response: ServerResponse): string | undefined {
    const given = correlationIdOf(request);
    const isBad = given !== undefined && !isUuidV4(given);
    const noted = given === undefined || isBad ? this.options.surroundings.random.uuid() : given;
    response.setHeader('x-correlation-id', noted);
    return isBad ? undefined : noted;
  }

  private async answer(
    arrival: {
      readonly request: IncomingMessage;
      readonly response: ServerResponse;
      readonly path: PathParameters;
      readonly correlationId: string;
      readonly arrivedAt: number;
    },
    row: Answering,
  ): Promise<RestAnswer> {
    const { request, response, path, correlationId, arrivedAt } = arrival;
    const { identify, anonymous, bodies, surroundings } = this.options;
    const principal = await identify(request, response);
    if (principal instanceof Error) return this.refusal(principal, correlationId);
    const address = anonymous.addressOf(request);
    // Only a caller that may send pictures can send a large body, as over GraphQL.
    const mayBeLarge = row.file !== undefined && row.scopes.every((scope) => principal?.scopes.has(scope) === true);
    const rules = {
      bytesMax: mayBeLarge ? LARGE_BODY_BYTES_MAX : BODY_BYTES_MAX,
      memory: bodies.of(principal?.partnerId ?? address, response),
      turns: this.turns,
    };
    const body = row.hasNoBody === true ? undefined : await readRestBody(request, row.file, rules);
    const full = principal === undefined ? anonymous.take(address) : undefined;
    if (full !== undefined) return this.refusal(tooManyRequests(full.message, full.retryAfterSeconds), correlationId);
    const { databaseFor, ...others } = surroundings;
    const context: RequestContext = {
      ...others,
      principal,
      database: databaseFor(principal?.partnerId),
      correlationId,
      apiVersion: undefined,
      transport: 'http',
      arrivedAt,
      memo: new OperationMemo(),
    };
    const query = new URLSearchParams(searchOf(request));
    return row.answer({ path, query, body, header: (name) => singleHeader(request, name) }, context);
  }

  private refusal(error: GraphQLError, correlationId: string): RestAnswer {
    const { logger, surroundings } = this.options;
    const { shown, http } = presentError(error, correlationId, logger);
    const { publicUrl } = surroundings;
    return requestErrorAnswer({ result: { errors: [shown] }, http }, { publicUrl, nameOf: (at) => at });
  }

  private failure(error: unknown, request: IncomingMessage, correlationId: string): RestAnswer {
    const { logger, surroundings } = this.options;
    if (error instanceof GraphQLError) return this.refusal(error, correlationId);
    if (!(error instanceof UnreadableBody))
      return this.refusal(presentFailure(error, { correlationId }, logger), correlationId);
    const { status, code, message } = error;
    const item = { code: partnerCode(code), messages: [message] };
    return errorAnswer(status, [item], surroundings.publicUrl, headersOf(error, request));
  }
}

async function readRestBody(
  request: IncomingMessage,
  file: string | undefined,
  rules: Omit<BodyRules, 'mediaType'>,
): Promise<RestBody | undefined> {
  if (!METHODS_WITH_BODY.includes(request.method ?? '')) return undefined;
  if (file === undefined) return readJson(await readBody(request, { ...rules, mediaType: 'application/json' }));
  const bytes = await readBytes(request, { ...rules, mediaType: 'multipart/form-data' });
  return readForm(bytes, request.headers['content-type'] ?? '', file);
}

function readJson(text: string): SourceJson {
  const body = parsed(text);
  if (!isFields(body.value)) throw new UnreadableBody(400, 'BAD_REQUEST', 'The body must be a JSON object.');
  return body;
}

function parsed(text: string): SourceJson {
  try {
    return new SourceJson(text);
  } catch {
    throw new UnreadableBody(400, 'BAD_REQUEST', 'The body is not valid JSON.');
  }
}

/** Ends a response with an answer. It contains a partner's data, and must not be cached. */
export function answerRest(response: ServerResponse, { status, headers, body }: RestAnswer): void {
  if (response.headersSent || response.destroyed) return;
  response.setHeader('cache-control', 'no-store');
  if (body !== undefined) {
    const type = 'application/json; charset=utf-8';
    answerText(response, { status, type, text: JSON.stringify(body), headers });
    return;
  }
  response.writeHead(status, { ...headers, 'content-length': 0 });
  response.end();
}
