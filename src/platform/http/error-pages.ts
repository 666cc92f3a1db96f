import { requestErrors, type RequestErrorRow } from '../graphql/errors/request-errors.ts';
import {
  CATALOGUE_LOCALES,
  messageIn,
  type CatalogueEntry,
  type CatalogueLocale,
} from '../graphql/vocabulary/error-catalogue.ts';
import type { Cors } from './cors.ts';
import type { Handler, Routes } from './http-server.ts';
import { answerJson, answerText } from './json-answer.ts';
import { wantsPage } from './request-headers.ts';

/** Description of an error code. */
interface ErrorDescription extends Pick<CatalogueEntry, 'code' | 'status' | 'condition' | 'origin'> {
  readonly message?: string | undefined;
}

/** Returns the description in a language. */
type Describe = (locale: CatalogueLocale) => ErrorDescription;

/** What a page of a code has. */
interface Explained {
  readonly describe: Describe;
  /** The code by which the docs list it: over REST some have other names. */
  readonly entry: string;
}

/** The page loads nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** Returns the routes of `/errors/CODE`, which errors refer to: for refusals, and for errors of whole requests. */
export function errorPages(catalogue: readonly CatalogueEntry[], cors: Cors): Routes {
  const pages = catalogue.map((row) => {
    const { code, status, condition, origin } = row;
    const describe: Describe = (locale) => ({ code, status, message: messageIn(row, locale), condition, origin });
    return page(code, { describe, entry: code }, cors);
  });
  return { ...requestErrorPages((code) => code, cors), ...Object.fromEntries(pages) };
}

/** Returns the routes of errors of whole requests, by the name that each has. */
export function requestErrorPages(nameOf: (code: string) => string, cors: Cors): Routes {
  const rows = Object.entries<RequestErrorRow>(requestErrors);
  return Object.fromEntries(
    rows.map(([own, row]) =>
      page(nameOf(own), { describe: () => ({ code: nameOf(own), ...row, origin: 'GATEWAY' }), entry: own }, cors),
    ),
  );
}

function page(code: string, explained: Explained, cors: Cors): [path: string, Routes[string]] {
  const GET = cors.around(pageHandler(explained));
  return [`/errors/${code}`, { GET, OPTIONS: cors.preflight('GET') }];
}

/** Answers with JSON, and with a page where the link of an error is opened in a browser. */
function pageHandler({ describe, entry }: Explained): Handler {
  return (request, response) => {
    const locale = preferredLocale(request.headers['accept-language']);
    const description = describe(locale);
    const headers = { 'cache-control': 'no-store', 'content-language': locale };
    if (wantsPage(request)) {
      const text = errorHtml(description, locale, entry);
      const type = 'text/html; charset=utf-8';
      answerText(response, { status: 200, type, text, headers: { ...headers, 'content-security-policy': POLICY } });
    } else answerJson(response, 200, description, headers);
  };
}

/** Returns the language of ours that a header prefers (RFC 9110, 12.5.4); English if it names none of them. */
function preferredLocale(acceptLanguage = ''): CatalogueLocale {
  const ranges = acceptLanguage.split(',').map((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return { language: name.split('-')[0], weight: weight === undefined ? 1 : Number(weight.slice(2)) };
  });
  const wanted = ranges.filter(({ weight }) => weight > 0).toSorted((one, other) => other.weight - one.weight);
  const languages = wanted.map(({ language }) => language);
  const found = languages.find((language) => language === 'pt' || language === 'en');
  return CATALOGUE_LOCALES.find((locale) => locale.split('-')[0] === found) ?? 'en';
}

function errorHtml(
  { code, status, message, condition, origin }: ErrorDescription,
  locale: CatalogueLocale,
  entry: string,
): string {
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
    ${message === undefined ? '' : `<p lang="${locale}"><strong>${escaped(message)}</strong></p>`}
    <p>Raised when ${escaped(condition)}.</p>
    <p>HTTP status over REST: ${status}. A code of ${source}.</p>
    <p><a href="../docs/errors#${entry}">Among all errors, in the docs</a></p>
  </body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
