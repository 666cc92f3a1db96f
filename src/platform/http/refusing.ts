import type { Handler } from './http-server.ts';
import { answerError } from './json-answer.ts';

/** What is answered until the process is composed. */
export const STARTING = {
  code: 'SERVICE_UNAVAILABLE',
  message: 'The server is starting: send the same request again in a second.',
};

type Refusal = [
  status: number,
  error: { readonly code: string; readonly message: string },
  headers?: Readonly<Record<string, string>>,
];

/** A handler that refuses whatever comes. */
export function refusing(...[status, error, headers]: Refusal): Handler {
  return (_request, response) => {
    answerError(response, status, error, headers);
  };
}
