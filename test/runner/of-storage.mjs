import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Decides where tests store: a test that does not import it cannot depend on the storage. */
const WAY_TO_STORAGE = 'test/support/test-database.ts';
/**
 * Rooms that decide before anything is stored: documents, frames, tokens, limits, pages. Those that reach a database
 * use the same statements as all others, and acceptance runs each example and each filter on PostgreSQL.
 */
const BEFORE_STORAGE =
  /\/test\/(platform\/(graphql|http|limits|observability|requests|sockets|auth\/(?!dpop|withdrawn))|playground|clients)\b.*\.(test|crash)\.ts$/;
/** Tests of processes with a folder or a PostgreSQL of their own, whichever storage is under test. */
const OF_OWN_STORAGE =
  /\/test\/(main|start-(folder-)?failures|threats\/process-survives|platform\/(embedded\/[a-z-]*|database\/set-back-clock|postgres\/(awaited-database|encrypted-connections)))\.crash\.ts$/;
const IMPORTED = /(?:from|import) '(\.[^']*\.ts)'/g;

/** Returns the test files that a file imports, directly or not, and the file itself. */
function reach(file, reached = new Set()) {
  if (reached.has(file) || file.includes('/src/')) return reached;
  reached.add(file);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(IMPORTED)) reach(join(dirname(file), path), reached);
  return reached;
}

/** Jest's `--filter`: keeps the test files that can behave differently on another storage, for a second run on that. */
const filter = (paths) =>
  Promise.resolve({
    filtered: paths.filter((path) => !BEFORE_STORAGE.test(path) && !OF_OWN_STORAGE.test(path) && reachesStorage(path)),
  });

function reachesStorage(path) {
  return [...reach(path)].some((file) => file.endsWith(WAY_TO_STORAGE));
}

// Jest requires it as a CommonJS module.
export { filter as 'module.exports' };
