import type { IncomingMessage } from 'node:http';
import { answerDocument } from '../../platform/requests/answer-document.ts';
import type { OpenedSubscription } from '../../platform/requests/opened-subscription.ts';
import type { Answer } from '../../platform/requests/operation-runner.ts';
import type { RequestContext } from '../../platform/requests/request-context.ts';
import type { RequestErrorCode } from '../../platform/graphql/errors/request-errors.ts';
import { JSON_TYPE } from '../../platform/http/fast-path.ts';
import { graphqlHandler, type GraphqlEndpointOptions } from '../../platform/http/graphql-endpoint.ts';
import type { Exchange } from '../../platform/http/http-arrival.ts';
import { answerPastApollo } from '../../platform/http/answer-past-apollo.ts';
import type { Endpoints, Handler } from '../../platform/http/http-server.ts';
import { notStored } from '../../platform/http/not-stored.ts';
import type { Api } from '../../ports.ts';
import { withoutEmptyParts } from '../../platform/http/request-document.ts';
import { answerError } from '../../platform/http/json-answer.ts';
import { searchOf, singleHeader } from '../../platform/http/request-headers.ts';
import { requestedOperation } from './requested-operation.ts';
import { eventStream, takesEventStream } from './event-stream.ts';
import { HttpStreams } from './http-streams.ts';
import { multipartStream, takesMultipart } from './multipart-stream.ts';
import type { StreamWire } from './stream-wire.ts';

const EVENT_STREAM_PATH = '/graphql/stream';

/**
 * Statuses of responses that are sent as events, such as those of refused subscriptions: an EventSource could not read
 * them otherwise. Responses with any other status are sent as they are, without a stream.
 */
const IN_STREAM: ReadonlySet<number> = new Set([200, 400, 404, 409, 422]);

/** An error of a header is also sent without a stream, whatever the document. */
const OF_A_HEADER: RequestErrorCode = 'UNSUPPORTED_API_VERSION';

interface StreamEndpointOptions extends GraphqlEndpointOptions {
  readonly streams: HttpStreams;
}

/** Adds server-sent events at a path of their own, and multipart responses at `/graphql`. */
export function withStreams(served: Endpoints, api: Api): Endpoints {
  const { cors, metrics, surroundings } = api;
  const streams = new HttpStreams({ ...api, random: surroundings.random });
  metrics.gauge('gateway_streams', 'Open streamed responses of this process, by transport.', () => ({
    sse: streams.count('sse'),
    multipart: streams.count('multipart'),
  }));
  const eventStreams = cors.around(notStored(eventStreamEndpoint({ ...api, streams })));
  const { routes, upgrades } = served;
  const graphql = routes['/graphql'] ?? {};
  const stop = () => {
    streams.stop();
    return upgrades?.stop() ?? Promise.resolve();
  };
  const POST = graphql.POST && multipartOr(graphql.POST, { ...api, streams });
  return {
    ...served,
    routes: {
      ...routes,
      '/graphql': { ...graphql, ...(POST && { POST }) },
      [EVENT_STREAM_PATH]: { GET: eventStreams, POST: eventStreams, OPTIONS: cors.preflight() },
    },
    ...(upgrades && { upgrades: { ...upgrades, stop } }),
  };
}

/** Serves operations of all kinds as server-sent events. */
function eventStreamEndpoint(options: StreamEndpointOptions): Handler {
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
function multipartOr(otherwise: Handler, options: StreamEndpointOptions & Pick<Api, 'cors'>): Handler {
  const multipart = graphqlHandler(options, (exchange) => answerStream(options, multipartStream, exchange));
  const answer = options.cors.around(notStored(multipart));
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
