import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const IMPORTED = /(?:from|import) '(\.[^']*\.ts)'/g;

/** Returns the files that a test file imports, directly or through other files of `test/`, and the file itself. */
export function reach(file, reached = new Set()) {
  if (reached.has(file)) return reached;
  reached.add(file);
  if (file.includes('/src/')) return reached;
  for (const [, path] of readFileSync(file, 'utf8').matchAll(IMPORTED)) reach(join(dirname(file), path), reached);
  return reached;
}
