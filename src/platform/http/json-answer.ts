import type { ServerResponse } from 'node:http';

/** Ends a response with JSON; HEAD requests get only its headers. */
export function answerJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  answerText(response, { status, type: 'application/json; charset=utf-8', text: JSON.stringify(body), headers });
}

export interface TextAnswer {
  readonly status: number;
  readonly type: string;
  /** A text, or its bytes. */
  readonly text: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** Called once the operating system has accepted all of it; not if the client has disconnected. */
  readonly whenSent?: () => void;
}

/** Ends a response with a text and its `content-length`. */
export function answerText(response: ServerResponse, { status, type, text, headers = {}, whenSent }: TextAnswer): void {
  response.writeHead(status, {
    ...headers,
    'content-type': type,
    'content-length': typeof text === 'string' ? Buffer.byteLength(text) : text.length,
    'x-content-type-options': 'nosniff',
  });
  response.end(response.req.method === 'HEAD' ? undefined : text, whenSent);
}

/** Ends a response with an error in the format of GraphQL, so that every client can read it. */
export function answerError(
  response: ServerResponse,
  status: number,
  { code, message, correlationId }: { code: string; message: string; correlationId?: string | undefined },
  headers: Readonly<Record<string, string>> = {},
): void {
  const extensions = correlationId === undefined ? undefined : { correlationId };
  answerJson(response, status, { errors: [{ message, extensions: { code } }], extensions }, headers);
}
