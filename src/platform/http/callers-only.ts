import type { ServerResponse } from 'node:http';
import type { GraphQLError } from 'graphql';
import { noToken } from '../graphql/errors/client-error.ts';
import type { Arrivals } from '../requests/arrivals.ts';
import type { Handler } from './http-server.ts';
import type { Identify } from './identify.ts';
import { answerJson } from './json-answer.ts';
import { correlationIdOf } from './request-headers.ts';

/** Answers a request that is refused before it is read, in the format of GraphQL over HTTP. */
export function answerRefused(
  response: ServerResponse,
  arrivals: Arrivals,
  { error, correlationId }: { readonly error: GraphQLError; readonly correlationId: string },
): void {
  const { shown, http } = arrivals.present(error, correlationId);
  const headers = Object.fromEntries(http?.headers ?? []);
  answerJson(response, http?.status ?? 500, { errors: [shown], extensions: { correlationId } }, headers);
}

/** Restricts a document to callers with a token. */
export function callersOnly(
  { arrivals, identify }: { readonly arrivals: Arrivals; readonly identify: Identify },
  handler: Handler,
): Handler {
  return async (request, response) => {
    const principal = await identify(request, response);
    if (principal !== undefined && !(principal instanceof Error)) return handler(request, response);
    const { correlationId } = arrivals.correlationIdOf(correlationIdOf(request));
    answerRefused(response, arrivals, { error: principal ?? noToken('http'), correlationId });
  };
}
