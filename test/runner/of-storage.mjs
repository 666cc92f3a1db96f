import { reach } from './reach.mjs';

/** Decides where tests store: a test that does not import it cannot depend on the storage. */
const WAY_TO_STORAGE = 'test/support/test-database.ts';
/**
 * Rooms that decide before anything is stored: documents, frames, tokens, limits, pages. Those that reach a database
 * use the same statements as all others, and acceptance runs each example and each filter on PostgreSQL.
 */
const BEFORE_STORAGE =
  /\/test\/(platform\/(graphql|http|limits|observability|requests|sockets|auth\/(?!dpop|withdrawn))|playground|clients)\b/;

/** Jest's `--filter`: keeps the test files that can behave differently on another storage, for a second run on that. */
const filter = (paths) =>
  Promise.resolve({ filtered: paths.filter((path) => !BEFORE_STORAGE.test(path) && reachesStorage(path)) });

function reachesStorage(path) {
  return [...reach(path)].some((file) => file.endsWith(WAY_TO_STORAGE));
}

// Jest requires it as a CommonJS module.
export { filter as 'module.exports' };
