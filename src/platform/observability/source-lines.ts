import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';

/** The folder of the bundle, with a map beside each file. Run from the sources, there are no maps. */
const BUNDLE = new URL('.', import.meta.url).href;
const PLACE = /(file:\S+\.js):(\d+):(\d+)/g;
/** Source maps by the URL of the bundled file; undefined if it has none. */
const maps = new Map<string, SourceMap | undefined>();

/**
 * Replaces positions in the bundle by positions in the sources in a stack. A map is read when it is first needed:
 * Node's own `--enable-source-maps` reads all at each start, which then takes a third longer.
 */
export function inSources(stack: string): string {
  return stack.replace(PLACE, (place, url: string, line: string, column: string) => {
    if (!url.startsWith(BUNDLE)) return place;
    const origin = mapOf(url)?.findOrigin(Number(line), Number(column));
    if (origin === undefined || !('fileName' in origin) || origin.fileName.includes('node_modules/')) return place;
    return `${origin.fileName.replace(/^(\.\.\/)+/, '')}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}

function mapOf(url: string): SourceMap | undefined {
  if (!maps.has(url)) maps.set(url, readMap(url));
  return maps.get(url);
}

function readMap(url: string): SourceMap | undefined {
  try {
    const map: unknown = JSON.parse(readFileSync(new URL(`${url}.map`), 'utf8'));
    return isMap(map) ? new SourceMap(map) : undefined;
  } catch {
    return undefined;
  }
}

function isMap(value: unknown): value is SourceMapPayload {
  return typeof value === 'object' && value !== null && 'mappings' in value;
}
