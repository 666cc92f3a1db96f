import { shownEvents } from '../capabilities.ts';
import { eventFiles } from './event-files.ts';
import type { Cors } from '../platform/http/cors.ts';
import type { Routes } from '../platform/http/http-server.ts';

/** Descriptions of all events, for all callers, from any page. */
export function eventRoutes(publicUrl: string, cors: Cors): Routes {
  const definitions = shownEvents.map(({ definition }) => definition);
  const files = Object.entries(eventFiles(definitions, publicUrl));
  return Object.fromEntries(files.map(([path, file]) => [path, { GET: cors.around(file) }]));
}
