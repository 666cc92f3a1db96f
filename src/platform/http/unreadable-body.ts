import type { IncomingMessage } from 'node:http';
import type { RequestErrorCode } from '../graphql/errors/request-errors.ts';

/** A body that is refused: too large, too many, compressed, of the wrong type, cut off, or invalid. */
export class UnreadableBody extends Error {
  readonly status: number;
  readonly code: RequestErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: RequestErrorCode, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** Returns the headers of the answer. After a body that is not read to its end, no other request can follow. */
export function headersOf(
  { headers }: UnreadableBody,
  { complete }: IncomingMessage,
): Readonly<Record<string, string>> {
  return complete ? headers : { ...headers, connection: 'close' };
}
