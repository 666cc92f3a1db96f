import type { GraphQLSchema } from 'graphql';
import type { Config } from '../config/config.ts';
import { errorCatalogue, restRows } from '../capabilities.ts';
import type { OperationRunner } from '../platform/graphql/operations/operation-runner.ts';
import type { Endpoints } from '../platform/http/http-server.ts';
import { answerJson } from '../platform/http/json-answer.ts';
import { openApi } from '../rest/openapi.ts';
import { RestRouter, type RestRouterOptions } from '../rest/rest-router.ts';

interface RestOptions extends RestRouterOptions {
  readonly schema: GraphQLSchema;
  readonly runner: OperationRunner;
}

/**
 * Adds the REST paths of the partner API and their description to the endpoints, unless a setting disables them, and
 * `/errors/CODE`, which errors of GraphQL refer to as well.
 */
export function withRest(config: Config, { schema, runner, ...options }: RestOptions, endpoints: Endpoints): Endpoints {
  const rows = config.rest ? restRows : [];
  const router = new RestRouter(rows, { schema, runner, catalogue: errorCatalogue }, options);
  if (!config.rest) return { ...endpoints, find: router.find };
  const { publicUrl } = options.surroundings;
  let description: object | undefined;
  const routes: Endpoints['routes'] = {
    '/openapi.json': {
      GET: options.cors.around((_request, response) => {
        description ??= openApi({
          rows,
          built: router.built,
          catalogue: errorCatalogue,
          publicUrl,
          hasProvider: config.provider !== undefined,
        });
        answerJson(response, 200, description);
      }),
    },
  };
  return { ...endpoints, routes: { ...endpoints.routes, ...routes }, find: router.find };
}
