import type { Handler } from './http-server.ts';
import { answerText } from './json-answer.ts';

/** Serves a text that never changes. It is made at the first request: making it can take as long as a start. */
export function madeOnce(type: string, make: () => string, headers?: Readonly<Record<string, string>>): Handler {
  let text: string | undefined;
  return (_request, response) => {
    text ??= make();
    answerText(response, { status: 200, type, text, ...(headers && { headers }) });
  };
}
