import type { IncomingMessage, ServerResponse } from 'node:http';
import { isFields } from '../../kernel/fields.ts';
import type { RequestContext, Surroundings } from '../../platform/requests/request-context.ts';
import { arrivalHandler, type HttpArrivalOptions, type HttpFormat } from '../../platform/http/http-arrival.ts';
import type { Handler } from '../../platform/http/http-server.ts';
import { answerText } from '../../platform/http/json-answer.ts';
import { readBody, readBytes, type BodyRules } from '../../platform/http/read-body.ts';
import { correlationIdOf, searchOf, singleHeader } from '../../platform/http/request-headers.ts';
import { headersOf, UnreadableBody } from '../../platform/http/unreadable-body.ts';
import { OneEachTurn } from '../../platform/loops/one-each-turn.ts';
import { readForm } from './form.ts';
import type { RestBody, RestRequest } from './request-reader.ts';
import { errorAnswer, partnerCode, requestErrorAnswer, type RestAnswer } from './rest-error.ts';
import { SourceJson } from './source-json.ts';

const CORRELATION_ID = 'x-correlation-id';
/** Prefix of the partner API's own headers, as its documentation writes it. */
const OWN_HEADER = /^x-svc-/;

export interface RestEndpointOptions extends HttpArrivalOptions {
  /** Prefix of the partner API's own headers in requests, besides `x-svc-`. */
  readonly headerPrefix: string;
  readonly surroundings: Surroundings;
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
  /** Whether a request without a body is read as one with an empty object. */
  readonly mayOmitBody?: boolean;
  /** Whether a token with these scopes may send a large body. */
  readonly permits?: (scopes: ReadonlySet<string>) => boolean;
}

type PathParameters = Readonly<Record<string, string | undefined>>;

const METHODS_WITH_BODY: readonly string[] = ['POST', 'PUT', 'PATCH'];

/** What all rows have in common: how a request is read, and one format of errors. */
export class RestEndpoint {
  private readonly options: RestEndpointOptions;
  private readonly turns = new OneEachTurn();

  constructor(options: RestEndpointOptions) {
    this.options = options;
  }

  handler(path: PathParameters, row: Answering): Handler {
    const arrive = arrivalHandler(this.formatOf(path, row), this.options);
    return async (request, response) => {
      try {
        await arrive(request, response);
      } catch (error) {
        answerRest(response, this.failure(error, request, String(response.getHeader(CORRELATION_ID))));
      }
    };
  }

  /** Sets the correlation id on the response to a request that is answered whatever id it has. */
  noteCorrelationId(request: IncomingMessage, response: ServerResponse): void {
    response.setHeader(CORRELATION_ID, this.options.arrivals.correlationIdOf(correlationIdOf(request)).correlationId);
  }

  private formatOf(path: PathParameters, row: Answering): HttpFormat<RestBody | undefined> {
    const { publicUrl } = this.options.surroundings;
    return {
      turns: this.turns,
      refuseId(response, standIn) {
        response.setHeader(CORRELATION_ID, standIn);
        const messages = [`${CORRELATION_ID} must be a GUID of version 4.`];
        const item = { code: 'INVALID_PARAMETER', propertyName: CORRELATION_ID, messages };
        answerRest(response, errorAnswer(400, [item], publicUrl));
      },
      refuseToken: (response, error, correlationId) => {
        answerRest(response, this.refusal(error, correlationId));
      },
      refuseAnonymous: ({ response, context }, error) => {
        answerRest(response, this.refusal(error, context.correlationId));
      },
      // Only a caller that may send pictures can send a large body, as over GraphQL.
      maySendLarge: (principal) =>
        row.file !== undefined && principal !== undefined && row.permits?.(principal.scopes) === true,
      read: async (request, rules) =>
        row.hasNoBody === true || (row.mayOmitBody === true && isBodiless(request))
          ? undefined
          : await readRestBody(request, row.file, rules),
      answer: async ({ request, response, context, body }) => {
        const query = new URLSearchParams(searchOf(request));
        const header = (name: string) => this.headerOf(request, name);
        answerRest(response, await row.answer({ path, query, body, header }, context));
      },
    };
  }

  /** Reads a header of the partner API by the name that the clients of this gateway know, too. */
  private headerOf(request: IncomingMessage, name: string): string | undefined {
    const own = singleHeader(request, name);
    const { headerPrefix } = this.options;
    return own ?? (OWN_HEADER.test(name) ? singleHeader(request, name.replace(OWN_HEADER, headerPrefix)) : undefined);
  }

  private refusal(error: unknown, correlationId: string): RestAnswer {
    const { arrivals, surroundings } = this.options;
    const { shown, http } = arrivals.present(error, correlationId);
    const { publicUrl } = surroundings;
    return requestErrorAnswer({ result: { errors: [shown] }, http }, { publicUrl, nameOf: (at) => at });
  }

  private failure(error: unknown, request: IncomingMessage, correlationId: string): RestAnswer {
    if (!(error instanceof UnreadableBody)) return this.refusal(error, correlationId);
    const { status, code, message } = error;
    const item = { code: partnerCode(code), messages: [message] };
    return errorAnswer(status, [item], this.options.surroundings.publicUrl, headersOf(error, request));
  }
}

function isBodiless({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
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
  // PHP writes an array without members as a list.
  if (Array.isArray(body.value) && body.value.length === 0) return new SourceJson('{}');
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
