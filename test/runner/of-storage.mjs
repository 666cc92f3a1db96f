import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What says where a test stores: none that does not lead there can tell one storage from another. */
const WAY_TO_STORAGE = 'test/support/test-database.ts';
/**
 * Rooms that decide before anything is stored: documents, frames, tokens, limits, pages. What of them reaches a database is
 * the same statements for all, and acceptance runs each example and each filter on PostgreSQL.
 */
const BEFORE_STORAGE =
  /\/test\/(platform\/(graphql|http|limits\/(?!set-back)|observability|requests|sockets|auth\/(?!dpop|withdrawn))|playground|clients)\b.*\.(test|crash)\.ts$/;
const IMPORTED = /(?:from|import) '(\.[^']*\.ts)'/g;

/** The files of tests that this one leads to, itself among them. */
function reach(file, reached = new Set()) {
  if (reached.has(file) || file.includes('/src/')) return reached;
  reached.add(file);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(IMPORTED)) reach(join(dirname(file), path), reached);
  return reached;
}

/** Jest's `--filter`: the test files that may behave otherwise on another storage, for a second run on that. */
const filter = (paths) =>
  Promise.resolve({ filtered: paths.filter((path) => !BEFORE_STORAGE.test(path) && reachesStorage(path)) });

function reachesStorage(path) {
  return [...reach(path)].some((file) => file.endsWith(WAY_TO_STORAGE));
}

// Jest asks for it as a CommonJS module.
export { filter as 'module.exports' };
