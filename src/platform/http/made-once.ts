import { etagOf, isNamed } from '../etag.ts';
import type { Handler } from './http-server.ts';
import { answerText } from './json-answer.ts';

/**
 * Serves a text that never changes, as bytes and with an ETag. It is made at the first request: making it can take as
 * long as a start.
 */
export function madeOnce(type: string, make: () => string, headers: Readonly<Record<string, string>> = {}): Handler {
  let made: { readonly text: Buffer; readonly etag: string } | undefined;
  return (request, response) => {
    if (made === undefined) {
      const text = Buffer.from(make());
      made = { text, etag: etagOf(text) };
    }
    const { text, etag } = made;
    const tagged = { ...headers, etag };
    if (isNamed(etag, request.headers['if-none-match'])) response.writeHead(304, tagged).end();
    else answerText(response, { status: 200, type, text, headers: tagged });
  };
}
