import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';

/** Where the bundle lies, with a map beside each of its files; beside the sources themselves there are none. */
const BUNDLE = new URL('.', import.meta.url).href;
const PLACE = /(file:\S+\.js):(\d+):(\d+)/g;
/** By the address of the file that they are for; undefined: there is none. */
const maps = new Map<string, SourceMap | undefined>();

/**
 * A stack with places in our sources, where it has places in the bundle. Maps are read for the first that is asked for:
 * Node's own `--enable-source-maps` reads them at each start, which then takes a third more.
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
