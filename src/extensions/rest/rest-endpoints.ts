import { requestErrorPages } from '../../platform/http/error-pages.ts';
import type { Endpoints, Handler, Routes } from '../../platform/http/http-server.ts';
import { madeOnce } from '../../platform/http/made-once.ts';
import { wantsPage } from '../../platform/http/request-headers.ts';
import type { Api } from '../../ports.ts';
import { openApi } from './openapi.ts';
import { partnerCode } from './rest-error.ts';
import { RestRouter } from './rest-router.ts';
import { restRows as rows } from './rest-rows.ts';

export interface RestSettings {
  /** Whether the paths of the partner API are served. */
  readonly servesPartnerApi: boolean;
  /** Prefix of the partner API's own headers in requests, besides `x-svc-`. */
  readonly restHeaderPrefix: string;
  /** Whether the gateway forwards to a provider, whose refusals can have any code. */
  readonly hasProvider: boolean;
}

/** Adds the paths of the partner API, their description, and the descriptions of errors by the partner API's names. */
export function restEndpoints(settings: RestSettings, served: Endpoints, api: Api): Endpoints {
  if (!settings.servesPartnerApi) return served;
  const { cors } = api;
  const errorPages = { ...bareErrorPages(served.routes), ...requestErrorPages(partnerCode, cors), ...served.routes };
  const router = new RestRouter(rows, api, { ...api, errorPages, headerPrefix: settings.restHeaderPrefix });
  const { publicUrl } = api.surroundings;
  const { hasProvider } = settings;
  const describe = madeOnce('application/json; charset=utf-8', () =>
    JSON.stringify(openApi({ rows, built: router.built, catalogue: api.catalogue, publicUrl, hasProvider })),
  );
  const routes = {
    ...errorPages,
    ...sharedPaths(served.routes, router),
    '/openapi.json': { GET: cors.around(api.anonymous.around(describe)) },
  };
  return { ...served, routes, find: router.find };
}

/** Returns the routes of pages whose path the partner API has, too: browsers get the page. */
function sharedPaths(pages: Routes, router: RestRouter): Routes {
  const shared = rows.flatMap(({ path }) => {
    const { GET: page, ...methods } = pages[path] ?? {};
    if (page === undefined) return [];
    const GET: Handler = (request, response) => {
      response.setHeader('vary', 'accept');
      return (wantsPage(request) ? page : router.find(request).handler)(request, response);
    };
    return [[path, { ...methods, GET }] as const];
  });
  return Object.fromEntries(shared);
}

/** Returns the pages of errors that some paths name otherwise, by that name. */
function bareErrorPages(pages: Routes): Routes {
  const names = rows.flatMap((row) => ('unbuilt' in row ? [] : Object.entries(row.bareErrors?.byCode ?? {})));
  return Object.fromEntries(
    names.flatMap(([own, { code }]) => {
      const page = pages[`/errors/${own}`];
      return page === undefined ? [] : [[`/errors/${code}`, page]];
    }),
  );
}
