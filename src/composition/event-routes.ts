import { shownEvents } from '../capabilities.ts';
import { asyncApi } from '../events/contract/async-api.ts';
import { addressedSchema } from '../events/contract/body-schema.ts';
import { schemaPath } from '../events/contract/schema-path.value.ts';
import type { EventDefinition } from '../kernel/event-definition.ts';
import type { AnonymousCallers } from '../platform/http/anonymous-callers.ts';
import type { Cors } from '../platform/http/cors.ts';
import type { Handler, Routes } from '../platform/http/http-server.ts';
import { madeOnce } from '../platform/http/made-once.ts';

/** How long clients may cache a response, in seconds: within a version, members are only added. */
const KEPT_SECONDS = 3_600;
const ASYNC_API_PATH = '/asyncapi.json';

/** Routes with descriptions of all events, for all callers and from any origin. */
export function eventRoutes(publicUrl: string, cors: Cors, anonymous: AnonymousCallers): Routes {
  const definitions = shownEvents.map(({ definition }) => definition);
  const files = Object.entries(eventFiles(definitions, publicUrl));
  return Object.fromEntries(files.map(([path, file]) => [path, { GET: cors.around(anonymous.around(file)) }]));
}

/** Public descriptions of events by path: a schema of each, and a document with all of them. */
function eventFiles(events: readonly EventDefinition[], publicUrl: string): Readonly<Record<string, Handler>> {
  const schemas = events.map((event) => {
    const file = fileOf('application/schema+json', () => addressedSchema(event, publicUrl));
    return [schemaPath(event), file] as const;
  });
  const all = fileOf('application/json; charset=utf-8', () => asyncApi(events, publicUrl));
  return { ...Object.fromEntries(schemas), [ASYNC_API_PATH]: all };
}

function fileOf(type: string, make: () => object): Handler {
  return madeOnce(type, () => JSON.stringify(make()), { 'cache-control': `public, max-age=${KEPT_SECONDS}` });
}
