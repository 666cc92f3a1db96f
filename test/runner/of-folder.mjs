import { reach } from './reach.mjs';

/** Makes a folder for the processes and commands of one test file, or is the embedded database itself. */
const WAY_TO_FOLDER = /\/test\/support\/own-world\.ts$|\/src\/platform\/embedded\//;
/** Starts the processes that tests kill. */
const WAY_TO_PROCESS = /\/test\/support\/gateway-process\.ts$/;
/** Tests of what only a PostgreSQL server does. */
const OF_SERVER = /\/test\/platform\/postgres\//;

/**
 * Jest's `--filter`: keeps the test files that reach the embedded database or kill processes that have a folder, for a
 * run on PGlite.
 */
const filter = (paths) =>
  Promise.resolve({ filtered: paths.filter((path) => !OF_SERVER.test(path) && reachesFolder(path)) });

function reachesFolder(path) {
  const reached = [...reach(path)];
  const kills = path.endsWith('.crash.ts') && reached.some((file) => WAY_TO_PROCESS.test(file));
  return kills || reached.some((file) => WAY_TO_FOLDER.test(file));
}

// Jest requires it as a CommonJS module.
export { filter as 'module.exports' };
