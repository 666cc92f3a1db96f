import { requestErrors, type RequestErrorRow } from '../graphql/operations/request-errors.ts';
import type { CatalogueEntry } from '../graphql/vocabulary/error-catalogue.ts';
import type { Cors } from './cors.ts';
import type { Handler, Routes } from './http-server.ts';
import { answerJson, answerText } from './json-answer.ts';

/** Description of an error code. */
type ErrorDescription = Pick<CatalogueEntry, 'code' | 'status' | 'condition' | 'origin'> &
  Partial<Pick<CatalogueEntry, 'message'>>;

/** Headers of a description in HTML, which loads nothing. */
const HTML_HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'cache-control': 'no-store',
} as const;

/** Returns the routes of `/errors/CODE`, which errors refer to: for refusals, and for errors of whole requests. */
export function errorPages(catalogue: readonly CatalogueEntry[], cors: Cors): Routes {
  const pages = catalogue.map(({ code, status, message, condition, origin }) =>
    page({ code, status, message, condition, origin }, cors),
  );
  return { ...requestErrorPages((code) => code, cors), ...Object.fromEntries(pages) };
}

/** Returns the routes of errors of whole requests, by the name that each has. */
export function requestErrorPages(nameOf: (code: string) => string, cors: Cors): Routes {
  const rows = Object.entries<RequestErrorRow>(requestErrors);
  return Object.fromEntries(rows.map(([own, row]) => page({ code: nameOf(own), ...row, origin: 'GATEWAY' }, cors)));
}

function page(description: ErrorDescription, cors: Cors): [path: string, Routes[string]] {
  const GET = cors.around(pageHandler(description));
  return [`/errors/${description.code}`, { GET, OPTIONS: cors.preflight('GET') }];
}

/** Answers with JSON, and with a page where the link of an error is opened in a browser. */
function pageHandler(description: ErrorDescription): Handler {
  return (request, response) => {
    if (request.headers.accept?.includes('text/html') === true) {
      const text = errorHtml(description);
      answerText(response, { status: 200, type: 'text/html; charset=utf-8', text, headers: HTML_HEADERS });
    } else answerJson(response, 200, description, { 'cache-control': 'no-store' });
  };
}

function errorHtml({ code, status, message, condition, origin }: ErrorDescription): string {
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
