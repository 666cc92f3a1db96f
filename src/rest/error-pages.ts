import { requestErrors, type RequestErrorRow } from '../platform/graphql/operations/request-errors.ts';
import type { CatalogueEntry } from '../platform/graphql/vocabulary/error-catalogue.ts';
import { partnerCode } from './rest-error.ts';

/** Description of an error code. */
type ErrorDescription = Pick<CatalogueEntry, 'code' | 'status' | 'condition' | 'origin'> &
  Partial<Pick<CatalogueEntry, 'message'>>;

/** Headers of a description in HTML, which loads nothing. */
export const HTML_HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'cache-control': 'no-store',
} as const;

/** Returns the contents of `/errors/CODE`, by code: refusals, and errors of whole requests by both of their names. */
export function errorPages(catalogue: readonly CatalogueEntry[]): ReadonlyMap<string, ErrorDescription> {
  const ofRequests = Object.entries<RequestErrorRow>(requestErrors).flatMap(([own, row]) =>
    [own, partnerCode(own)].map((code) => [code, { code, ...row, origin: 'GATEWAY' }] as const),
  );
  const ofRefusals = catalogue.map(
    ({ code, status, message, condition, origin }) => [code, { code, status, message, condition, origin }] as const,
  );
  return new Map<string, ErrorDescription>([...ofRequests, ...ofRefusals]);
}

/** Returns a description as a page: the link of an error is opened in a browser. */
export function errorHtml({ code, status, message, condition, origin }: ErrorDescription): string {
  const source = origin === 'GATEWAY' ? 'this gateway' : 'the partner API';
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${code}</title>
    <style>
      body { font: 1rem/1.5 system-ui, sans-serif; max-width: 44rem; margin: 3rem auto; padding: 0 1rem; }
      h1 { font-size: 1.4rem; overflow-wrap: anywhere; }
    </style>
  </head>
  <body>
    <h1>${code}</h1>
    ${message === undefined ? '' : `<p><strong>${escaped(message)}</strong></p>`}
    <p>Raised when ${escaped(condition)}.</p>
    <p>HTTP status over REST: ${status}. A code of ${source}.</p>
  </body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
