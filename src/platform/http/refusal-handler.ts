import type { RequestErrorCode } from '../graphql/errors/request-errors.ts';
import type { Handler } from './http-server.ts';
import { answerError } from './json-answer.ts';

/** The error until the process has started. */
export const STARTING = {
  code: 'SERVICE_UNAVAILABLE',
  message: 'The server is starting: send the same request again in a second.',
} as const;

/** The error at a path that is not served. */
export const NOTHING_SERVED = { code: 'NOT_FOUND', message: 'Nothing is served at this path.' } as const;

type Refusal = [
  status: number,
  error: { readonly code: RequestErrorCode; readonly message: string },
  headers?: Readonly<Record<string, string>>,
];

/** Returns a handler that refuses every request. */
export function refusalHandler(...[status, error, headers]: Refusal): Handler {
  return (_request, response) => {
    answerError(response, status, error, headers);
  };
}
