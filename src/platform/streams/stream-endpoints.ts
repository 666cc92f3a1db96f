import type { IncomingMessage } from 'node:http';
import type { OpenedSubscription } from '../graphql/operations/open-subscription.ts';
import type { Answer } from '../graphql/operations/operation-runner.ts';
import type { RequestContext } from '../graphql/operations/request-context.ts';
import { JSON_TYPE } from '../http/fast-path.ts';
import { graphqlHandler, type Exchange, type GraphqlEndpointOptions } from '../http/graphql-endpoint.ts';
import { answerPastApollo } from '../http/answer-past-apollo.ts';
import type { Handler } from '../http/http-server.ts';
import { answerError } from '../http/json-answer.ts';
import { searchOf, singleHeader } from '../http/request-headers.ts';
import { requestOf } from '../sockets/socket-request.ts';
import { askedOperation } from './asked-operation.ts';
import { eventStream, takesEventStream } from './event-stream.ts';
import type { HttpStreams } from './http-streams.ts';
import { multipartStream, takesMultipart } from './multipart-stream.ts';
import type { StreamWire } from './stream-wire.ts';

export const EVENT_STREAM_PATH = '/graphql/stream';

/** Statuses of answers that a stream of events has room for; all others come as they are, before any stream. */
const TOLD_IN_STREAM: ReadonlySet<number> = new Set([200, 400]);

export interface StreamEndpointOptions extends GraphqlEndpointOptions {
  readonly streams: HttpStreams;
}

/** Operations of all kinds as server-sent events. */
export function eventStreamEndpoint(options: StreamEndpointOptions): Handler {
  const answer = graphqlHandler(options, (exchange, context) => answerStream(options, eventStream, exchange, context));
  return (request, response) => {
    if (request.method === 'HEAD') {
      answerError(response, 405, { code: 'METHOD_NOT_ALLOWED', message: 'Use GET, POST.' }, { allow: 'GET, POST' });
      return undefined;
    }
    if (!takesEventStream(request.headers.accept)) {
      const message = 'This path answers with text/event-stream: accept it. Answers as JSON are at /graphql.';
      answerError(response, 406, { code: 'NOT_ACCEPTABLE', message });
      return undefined;
    }
    return answer(request, response);
  };
}

/** Subscriptions as parts of an answer, for those who take them; for all else `otherwise`. */
export function multipartOr(otherwise: Handler, options: StreamEndpointOptions): Handler {
  const answer = graphqlHandler(options, (exchange, context) =>
    answerStream(options, multipartStream, exchange, context),
  );
  return (request, response) => {
    const isWanted = request.method === 'POST' && takesMultipart(request.headers.accept);
    return isWanted ? answer(request, response) : otherwise(request, response);
  };
}

async function answerStream(
  options: StreamEndpointOptions,
  wire: StreamWire,
  exchange: Exchange,
  context: RequestContext,
): Promise<void> {
  const { request, response } = exchange;
  const { principal } = context;
  let opened: OpenedSubscription | undefined;
  const answer = await answerOf(options, exchange, {
    ...context,
    readsOnly: request.method !== 'POST',
    lastEventId: lastEventIdOf(request, wire),
    stream: (subscription) => {
      if (subscription !== 'unavailable') opened = subscription;
    },
  });
  if (opened !== undefined) {
    // Its client may have left while it was opened.
    if (response.closed) void opened.source.return();
    else options.streams.begin({ wire, response, principal, subscription: opened });
    return;
  }
  const { single, contentType } = wire;
  if (single === undefined || !TOLD_IN_STREAM.has(answer.http?.status ?? 200)) {
    answerPastApollo(response, answer, JSON_TYPE);
    return;
  }
  response.writeHead(200, { 'content-type': contentType, 'x-accel-buffering': 'no' });
  response.end(single(answer.result));
}

/** Runs what is asked for, or opens it. Whatever may go on is counted from before it is looked at. */
async function answerOf(
  { streams, runner, documents, apollo }: StreamEndpointOptions,
  { request, response, body, turns }: Exchange,
  context: RequestContext,
): Promise<Answer> {
  const refusal = streams.enter(context.principal, response);
  if (refusal !== undefined) return runner.refuse(refusal, context);
  const asked = askedOperation({ body, search: searchOf(request) });
  if (asked instanceof Error) return runner.refuse(asked, context);
  const document = documents.named(asked);
  if (document instanceof Error) return runner.refuse(document, context);
  const known = document?.operation(asked.operationName ?? undefined);
  if (known !== undefined) return runner.answer(known, asked.variables ?? {}, context);
  await turns.take();
  const { body: answered, http } = await apollo.executeOperation(requestOf(asked, document), { contextValue: context });
  if (answered.kind !== 'single') throw new Error('Incremental delivery is not served.');
  return { result: answered.singleResult, http };
}

/** Where an EventSource goes on that was cut off. An empty one is none. */
function lastEventIdOf(request: IncomingMessage, { placeOf }: StreamWire): string | undefined {
  const id = placeOf && singleHeader(request, 'last-event-id');
  return id === '' ? undefined : id;
}
