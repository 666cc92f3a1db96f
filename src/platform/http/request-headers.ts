import type { IncomingMessage } from 'node:http';

/** A header as one text, however often it was sent. */
export function singleHeader({ headers }: Pick<IncomingMessage, 'headers'>, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(',') : value;
}

/** The correlation id as it was sent, in lower case. */
export function correlationIdOf(request: Pick<IncomingMessage, 'headers'>): string | undefined {
  return singleHeader(request, 'x-correlation-id')?.toLowerCase();
}

/** The query of the URL, with its question mark. */
export function searchOf({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start);
}
