import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GraphQLError } from 'graphql';
import type { Principal } from '../auth/principal.ts';
import type { Arrivals } from '../requests/arrivals.ts';
import type { RequestContext } from '../requests/request-context.ts';
import type { Transport } from '../requests/transport.ts';
import type { OneEachTurn } from '../loops/one-each-turn.ts';
import { describeSpan } from '../observability/spans.ts';
import type { AnonymousCallers } from './anonymous-callers.ts';
import type { BodyLimits } from './body-limits.ts';
import { closingOf } from './closing-of.ts';
import { HeldResponse } from './held-response.ts';
import type { Handler } from './http-server.ts';
import type { Identify } from './identify.ts';
import { BODY_BYTES_MAX, LARGE_BODY_BYTES_MAX, type BodyRules } from './read-body.ts';
import { correlationIdOf, singleHeader } from './request-headers.ts';

export interface HttpArrivalOptions {
  readonly arrivals: Arrivals;
  readonly identify: Identify;
  readonly anonymous: AnonymousCallers;
  readonly bodies: BodyLimits;
}

/** What carries one request over HTTP. */
type HttpTransport = { -readonly [Name in keyof Transport]: Transport[Name] };

/** A request whose caller is identified. */
interface Identified {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly context: RequestContext;
}

/** A request whose body was read. */
export interface Exchange<Body> extends Identified {
  readonly body: Body;
  readonly transport: HttpTransport;
  /** Turns in which large bodies are parsed, and unknown documents are parsed and validated. */
  readonly turns: OneEachTurn;
}

/** How one format reads and answers requests: GraphQL, or REST. */
export interface HttpFormat<Body> {
  readonly turns: OneEachTurn;
  /** Answers a request whose correlation id is none. @param standIn the one that stands in for it */
  refuseId(response: ServerResponse, standIn: string): void;
  /** Answers a request whose token is refused. */
  refuseToken(response: ServerResponse, error: GraphQLError, correlationId: string): void;
  /** Answers a request without a token that is one too many. */
  refuseAnonymous(identified: Identified, error: GraphQLError): void | Promise<void>;
  /** Whether a caller may send a picture: larger bodies are only for those. */
  maySendLarge(principal: Principal | undefined): boolean;
  read(request: IncomingMessage, rules: Omit<BodyRules, 'mediaType'>): Promise<Body>;
  answer(exchange: Exchange<Body>): Promise<void>;
}

/** Returns a handler that takes each request through correlation id, token, limits and body, in this order. */
export function arrivalHandler<Body>(format: HttpFormat<Body>, options: HttpArrivalOptions): Handler {
  const { arrivals, identify, anonymous, bodies } = options;
  const { turns } = format;
  return async (request, response) => {
    const arrivedAt = performance.now();
    const { correlationId, isBad } = arrivals.correlationIdOf(correlationIdOf(request));
    if (isBad) {
      format.refuseId(response, correlationId);
      return;
    }
    response.setHeader('x-correlation-id', correlationId);
    describeSpan({ 'correlation.id': correlationId });
    const known = identify(request, response);
    const principal = known instanceof Promise ? await known : known;
    if (principal instanceof Error) {
      format.refuseToken(response, principal, correlationId);
      return;
    }
    const readsOnly = request.method === 'GET' || request.method === 'HEAD';
    const transport: HttpTransport = { name: 'http', readsOnly, whenGone: closingOf(response) };
    const apiVersion = singleHeader(request, 'api-version');
    const context = arrivals.contextOf({ principal, correlationId, apiVersion, transport, arrivedAt });
    const addressOf = () => anonymous.addressOf(request);
    const refusal = arrivals.limit(context, addressOf);
    if (refusal !== undefined) {
      await format.refuseAnonymous({ request, response, context }, refusal);
      return;
    }
    const owner = principal?.partnerId ?? addressOf();
    if (response instanceof HeldResponse) response.isFor(owner, bodies.ledger);
    const body = await format.read(request, {
      bytesMax: format.maySendLarge(principal) ? LARGE_BODY_BYTES_MAX : BODY_BYTES_MAX,
      memory: bodies.of(owner, response),
      turns,
      owner,
    });
    await format.answer({ request, response, context, transport, body, turns });
  };
}
