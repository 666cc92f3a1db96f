import type { ServerResponse } from 'node:http';
import { isAnswerTooLarge, isTooManyBytes, refusedAnswer } from '../graphql/errors/answer-size.ts';
import type { Answer } from '../requests/operation-runner.ts';
import type { WrittenJson } from '../graphql/operations/byte-pages.port.ts';
import { answerText, type TextAnswer } from './json-answer.ts';

/** Ends a response with an answer that did not go through Apollo's HTTP layer. */
export function answerPastApollo(
  response: ServerResponse,
  { result: { errors, data, extensions }, http, written }: Answer,
  type: string,
): void {
  if (written !== undefined) {
    answerWritten(response, written, { extensions, type });
    return;
  }
  answerInBounds(response, {
    status: http?.status ?? 200,
    type,
    text: JSON.stringify({ errors, data, extensions }),
    ...(http?.headers && { headers: Object.fromEntries(http.headers) }),
  });
}

/** Ends a response with data that is already written as JSON. */
function answerWritten(
  response: ServerResponse,
  written: WrittenJson,
  { extensions, type }: { readonly extensions: unknown; readonly type: string },
): void {
  written.text(`,"extensions":${JSON.stringify(extensions)}}`);
  if (isTooManyBytes(written.length)) {
    written.release();
    answerText(response, { type, ...tooLarge(response) });
  } else {
    const text = written.bytes.subarray(0, written.length);
    answerText(response, { status: 200, type, text, whenSent: written.release });
  }
}

/** Ends a response with a text, or with an error if it is too large. */
export function answerInBounds(response: ServerResponse, answer: TextAnswer & { readonly text: string }): void {
  if (!isAnswerTooLarge(answer.text)) {
    answerText(response, answer);
    return;
  }
  answerText(response, { ...answer, ...tooLarge(response) });
}

/** Returns the error that replaces an answer that is too large. */
function tooLarge(response: ServerResponse) {
  const extensions = { correlationId: response.getHeader('x-correlation-id') };
  return { status: 400, text: JSON.stringify({ ...refusedAnswer(), extensions }) };
}
