import { dirname } from 'node:path';

/** A file and the files that it imports, also for types alone. */
export interface Imports {
  readonly source: string;
  readonly dependencies: readonly { readonly resolved: string }[];
}

/** From the bottom to the top: who is lower knows nothing of who is higher. */
const LAYERS: readonly RegExp[] = [
  /^src\/kernel\//,
  /^src\/platform\/(?!platform\.capability)/,
  /^src\/capability\.ts$/,
  /^src\/(bank|events|webhooks|playground|platform)\//,
  /^src\/(ports|extension)\.ts$/,
  /^src\/extensions\//,
  /^src\/extensions\.ts$/,
  /^src\/capabilities\.ts$/,
  /^src\/config\//,
  /^src\/(composition|start)\//,
  /^src\/(app\.ts$|operator\/)/,
  /^src\/main\.ts$/,
];

function layerOf(file: string): number {
  return LAYERS.findIndex((layer) => layer.test(file));
}

/** Returns the imports of a file that lies higher. */
export function arrowsUp(modules: readonly Imports[]): string[] {
  return arrowsOf(modules)
    .filter(([from, to]) => layerOf(to) > layerOf(from))
    .map(([from, to]) => `${from} -> ${to}`);
}

/**
 * Returns the circles of folders. A folder that has folders below it holds what they share: its own files are counted
 * one by one.
 */
export function circlesOf(modules: readonly Imports[]): string[] {
  const holders = new Set(modules.map(({ source }) => dirname(dirname(source))));
  const roomOf = (file: string) => (holders.has(dirname(file)) ? file : dirname(file));
  const known = new Map<string, Set<string>>();
  for (const [from, to] of arrowsOf(modules)) {
    if (roomOf(from) === roomOf(to)) continue;
    known.set(roomOf(from), (known.get(roomOf(from)) ?? new Set()).add(roomOf(to)));
  }
  const rooms = [...known.keys()].sort();
  const reached = new Map(rooms.map((room) => [room, reachedFrom(room, known)]));
  const circles = rooms.map((room) =>
    rooms.filter((other) => reached.get(room)?.has(other) === true && reached.get(other)?.has(room) === true),
  );
  return [...new Set(circles.filter((circle) => circle.length > 1).map((circle) => circle.join(' <-> ')))];
}

function reachedFrom(room: string, known: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [room];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const other of known.get(next) ?? []) {
      if (reached.has(other)) continue;
      reached.add(other);
      waiting.push(other);
    }
  return reached;
}

function arrowsOf(modules: readonly Imports[]): (readonly [from: string, to: string])[] {
  return modules.flatMap(({ source, dependencies }) =>
    dependencies
      .filter(({ resolved }) => source.startsWith('src/') && resolved.startsWith('src/'))
      .map(({ resolved }) => [source, resolved] as const),
  );
}
