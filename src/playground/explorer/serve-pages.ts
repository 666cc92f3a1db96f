import type { Handler, Routes } from '../../platform/http/http-server.ts';
import { answerText } from '../../platform/http/json-answer.ts';
import { NOTHING_SERVED, refusalHandler } from '../../platform/http/refusal-handler.ts';
import { wantsPage } from '../../platform/http/request-headers.ts';
import type { SandboxClient } from '../sandbox/sandbox-clients.ts';
import type { Example } from '../examples/example.value.ts';
import { pageHeaders, pageHtml, type Page } from './page.value.ts';
import type { JsonObject } from '../examples/placeholders.value.ts';
import { assetRoutes } from './serve-assets.ts';
import { docsRoutes, withoutSlash } from './serve-docs.ts';

const EXPLORER: Page = {
  title: 'Partner banking: explorer',
  description: 'Run operations against the gateway, with examples and the docs of the schema.',
  bundle: 'explorer',
  // The code editor writes its own style elements, and embeds its font as data.
  policy: { 'style-src': "'self' 'unsafe-inline'", 'font-src': "'self' data:" },
};
const CONSOLE: Page = {
  title: 'Partner banking: console',
  description: 'Events and webhook deliveries as they happen.',
  bundle: 'events',
};
const APOLLO_SANDBOX: Page = {
  title: 'Partner banking: Apollo Sandbox',
  description: 'The gateway in Apollo Sandbox. Needs the internet.',
  bundle: 'sandbox',
  policy: {
    'script-src': "'self' https://embeddable-sandbox.cdn.apollographql.com",
    'frame-src': 'https://sandbox.embed.apollographql.com',
  },
};

/** The pages that an operator has chosen. */
type ServedPages = ReadonlySet<'console' | 'docs' | 'explorer'>;

export interface PageOptions {
  readonly served: ServedPages;
  /** Clients that pages get tokens with: every visitor of a page can read their secrets. */
  readonly clients: readonly SandboxClient[];
  readonly sandbox: boolean;
  readonly examples: readonly Example[];
}

/** Returns the routes of the pages and of what they load. */
export async function pageRoutes({ served, clients, sandbox, examples }: PageOptions): Promise<Routes> {
  const shown = clients.map(({ id, secret, partner: { name } }) => ({ name, id, secret }));
  const settings = { sandbox, clients: shown, pages: [...served] };
  return {
    ...(served.has('explorer') ? explorerRoutes({ examples, sandbox }, settings) : firstPage(served)),
    ...(served.has('console') && {
      '/console': { GET: pageHandler(CONSOLE, settings) },
      // Where it was; the partner API has something else at this path.
      '/events': { GET: pageForBrowsers(withoutSlash(redirectTo('console'))) },
    }),
    ...(served.has('docs') && (await docsRoutes())),
    ...(served.size > 0 && (await assetRoutes())),
  };
}

function explorerRoutes(
  { examples, sandbox }: Pick<PageOptions, 'examples' | 'sandbox'>,
  settings: JsonObject,
): Routes {
  return {
    '/': { GET: pageHandler(EXPLORER, settings) },
    ...(sandbox && {
      // It runs a script of others in the origin of the gateway: never where a person enters a real token.
      '/sandbox': { GET: pageHandler(APOLLO_SANDBOX, settings) },
      '/examples.json': { GET: examplesHandler(examples) },
    }),
  };
}

/** Without an explorer, the root leads to the docs, or else to the console. */
function firstPage(served: ServedPages): Routes {
  const [first] = (['docs', 'console'] as const).filter((name) => served.has(name));
  return first === undefined ? {} : { '/': { GET: pageForBrowsers(redirectTo(first)) } };
}

function redirectTo(location: string): Handler {
  return (_request, response) => {
    response.writeHead(302, { location, vary: 'accept' }).end();
  };
}

/** Redirects browsers from an endpoint to the explorer, if there is one; the endpoint handles all other requests. */
export function explorerForBrowsers(served: ServedPages, endpoint: Handler): Handler {
  if (!served.has('explorer')) return endpoint;
  return (request, response) => {
    if (request.url?.includes('?') === true || !wantsPage(request)) return endpoint(request, response);
    const location = request.url?.endsWith('/') === true ? '../' : './';
    response.writeHead(302, { location, vary: 'accept' }).end();
  };
}

/** Gives a page only to browsers; for programs nothing is at its path. */
function pageForBrowsers(page: Handler): Handler {
  const nothing = refusalHandler(404, NOTHING_SERVED, { vary: 'accept' });
  return (request, response) => (wantsPage(request) ? page : nothing)(request, response);
}

function pageHandler(page: Page, settings: JsonObject): Handler {
  const text = pageHtml(page, settings);
  const headers = pageHeaders(page);
  return withoutSlash((_request, response) => {
    answerText(response, { status: 200, type: 'text/html; charset=utf-8', text, headers });
  });
}

function examplesHandler(examples: readonly Example[]): Handler {
  const text = JSON.stringify(examples);
  return (_request, response) => {
    answerText(response, { status: 200, type: 'application/json; charset=utf-8', text });
  };
}
