import type { IncomingMessage } from 'node:http';
import { answerDocument } from '../requests/answer-document.ts';
import type { OpenedSubscription } from '../requests/opened-subscription.ts';
import type { Answer } from '../requests/operation-runner.ts';
import type { RequestContext } from '../requests/request-context.ts';
import type { RequestErrorCode } from '../graphql/errors/request-errors.ts';
import { JSON_TYPE } from '../http/fast-path.ts';
import { graphqlHandler, type GraphqlEndpointOptions } from '../http/graphql-endpoint.ts';
import type { Exchange } from '../http/http-arrival.ts';
import { answerPastApollo } from '../http/answer-past-apollo.ts';
import type { Handler } from '../http/http-server.ts';
import { withoutEmptyParts } from '../http/request-document.ts';
import { answerError } from '../http/json-answer.ts';
import { searchOf, singleHeader } from '../http/request-headers.ts';
import { requestedOperation } from './requested-operation.ts';
import { eventStream, takesEventStream } from './event-stream.ts';
import type { HttpStreams } from './http-streams.ts';
import { multipartStream, takesMultipart } from './multipart-stream.ts';
import type { StreamWire } from './stream-wire.ts';

export const EVENT_STREAM_PATH = '/graphql/stream';

/**
 * Statuses of responses that are sent as events, such as those of refused subscriptions: an EventSource could not read
 * them otherwise. Responses with any other status are sent as they are, without a stream.
 */
const IN_STREAM: ReadonlySet<number> = new Set([200, 400, 404, 409, 422]);

/** An error of a header is also sent without a stream, whatever the document. */
const OF_A_HEADER: RequestErrorCode = 'UNSUPPORTED_API_VERSION';

export interface StreamEndpointOptions extends GraphqlEndpointOptions {
  readonly streams: HttpStreams;
}

/** Serves operations of all kinds as server-sent events. */
export function eventStreamEndpoint(options: StreamEndpointOptions): Handler {
  const answer = graphqlHandler(options, (exchange) => answerStream(options, eventStream, exchange));
  return (request, response) => {
    if (request.method === 'HEAD') {
      answerError(response, 405, { code: 'METHOD_NOT_ALLOWED', message: 'Use GET, POST.' }, { allow: 'GET, POST' });
      return undefined;
    }
    if (!takesEventStream(request.headers.accept)) {
      const message = 'This path answers with text/event-stream: accept it. JSON responses are served at /graphql.';
      answerError(response, 406, { code: 'NOT_ACCEPTABLE', message });
      return undefined;
    }
    return answer(request, response);
  };
}

/** Serves subscriptions as multipart responses to clients that accept them; passes everything else to `otherwise`. */
export function multipartOr(otherwise: Handler, options: StreamEndpointOptions): Handler {
  const answer = graphqlHandler(options, (exchange) => answerStream(options, multipartStream, exchange));
  return (request, response) => {
    const isWanted = request.method === 'POST' && takesMultipart(request.headers.accept);
    return isWanted ? answer(request, response) : otherwise(request, response);
  };
}

async function answerStream(
  options: StreamEndpointOptions,
  wire: StreamWire,
  exchange: Exchange<unknown>,
): Promise<void> {
  const { request, response, context } = exchange;
  const { principal } = context;
  let opened: OpenedSubscription | undefined;
  const answer = await answerOf(options, exchange, {
    ...context,
    transport: {
      ...exchange.transport,
      readsOnly: request.method !== 'POST',
      lastEventId: lastEventIdOf(request, wire),
      stream: (subscription) => {
        if (subscription !== 'unavailable') opened = subscription;
      },
    },
  });
  if (opened !== undefined) {
    options.streams.begin({ wire, response, principal, subscription: opened });
    return;
  }
  const { single, contentType } = wire;
  if (single === undefined || !isSentInStream(answer)) {
    answerPastApollo(response, answer, JSON_TYPE);
    return;
  }
  response.writeHead(200, { 'content-type': contentType, 'x-accel-buffering': 'no' });
  response.end(single(answer.result));
}

function isSentInStream({ result, http }: Answer): boolean {
  const isForHeader = result.errors?.some(({ extensions }) => extensions?.['code'] === OF_A_HEADER) === true;
  return !isForHeader && IN_STREAM.has(http?.status ?? 200);
}

/** Runs or opens the requested operation. Counts the response first, because it may become a stream. */
async function answerOf(
  options: StreamEndpointOptions,
  { request, response, body, turns }: Exchange<unknown>,
  context: RequestContext,
): Promise<Answer> {
  const refusal = options.streams.enter(context.principal, response);
  if (refusal !== undefined) return options.runner.refuse(refusal, context);
  const requested = requestedOperation(withoutEmptyParts({ body, search: searchOf(request) }));
  if (requested instanceof Error) return options.runner.refuse(requested, context);
  return answerDocument(options, requested, context, turns);
}

/** Returns the cursor after which an EventSource continues when it reconnects. An empty one counts as none. */
function lastEventIdOf(request: IncomingMessage, { frameOfCursor }: StreamWire): string | undefined {
  const id = frameOfCursor && singleHeader(request, 'last-event-id');
  return id === '' ? undefined : id;
}
