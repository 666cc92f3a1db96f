import { requestErrorPages } from '../../platform/http/error-pages.ts';
import type { Endpoints, Handler } from '../../platform/http/http-server.ts';
import { answerJson } from '../../platform/http/json-answer.ts';
import type { Api } from '../../ports.ts';
import { openApi } from './openapi.ts';
import { partnerCode } from './rest-error.ts';
import { RestRouter } from './rest-router.ts';
import { restRows as rows } from './rest-rows.ts';

export interface RestSettings {
  /** Whether the paths of the partner API are served. */
  readonly servesPartnerApi: boolean;
  /** Whether the gateway forwards to a provider, whose refusals can have any code. */
  readonly hasProvider: boolean;
}

/** Adds the paths of the partner API, their description, and the descriptions of errors by the partner API's names. */
export function restEndpoints(settings: RestSettings, served: Endpoints, api: Api): Endpoints {
  if (!settings.servesPartnerApi) return served;
  const { cors } = api;
  const errorPages = { ...requestErrorPages(partnerCode, cors), ...served.routes };
  const router = new RestRouter(rows, api, { ...api, errorPages });
  const { publicUrl } = api.surroundings;
  const { hasProvider } = settings;
  let description: object | undefined;
  const describe: Handler = (_request, response) => {
    description ??= openApi({ rows, built: router.built, catalogue: api.catalogue, publicUrl, hasProvider });
    answerJson(response, 200, description);
  };
  const routes = { ...errorPages, '/openapi.json': { GET: cors.around(describe) } };
  return { ...served, routes, find: router.find };
}
