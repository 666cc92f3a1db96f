import type { IncomingMessage } from 'node:http';

/** A parameter by which a client refuses a media range. */
const REFUSED = /^q=0(\.0*)?$/;
/** Media ranges that include JSON. */
const OF_JSON = ['application/json', 'application/graphql-response+json', 'application/*', '*/*'];

/** Returns a header as one text, even if it was sent several times. */
export function singleHeader({ headers }: Pick<IncomingMessage, 'headers'>, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(',') : value;
}

/** Returns the correlation id as it was sent, in lower case; an empty one is none. */
export function correlationIdOf(request: Pick<IncomingMessage, 'headers'>): string | undefined {
  return singleHeader(request, 'x-correlation-id')?.trim().toLowerCase() || undefined;
}

/** Returns the query of the URL, with its question mark. */
export function searchOf({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start);
}

/** Returns the accepted media ranges of an Accept header with their parameters: lower case, no quotes, no spaces. */
export function mediaRanges(accept = ''): readonly (readonly string[])[] {
  return accept
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.replaceAll(/["\s]/g, '')))
    .filter(([, ...parameters]) => !parameters.some((parameter) => REFUSED.test(parameter)));
}

/** Checks whether a request is a browser's for a page: programs name no HTML. */
export function wantsPage({ headers: { accept } }: Pick<IncomingMessage, 'headers'>): boolean {
  return accept?.includes('text/html') === true;
}

/** Checks whether an Accept header allows a response in JSON, which is UTF-8. */
export function takesJson(accept: string | undefined): boolean {
  if (accept === undefined || accept === '') return true;
  const isMet = (parameter: string) => parameter === 'charset=utf-8' || parameter.startsWith('q=');
  return mediaRanges(accept).some(([type = '', ...parameters]) => OF_JSON.includes(type) && parameters.every(isMet));
}
