/** Tests of processes that have a folder whatever the storage under test is: they run on PGlite. */
const OF_FOLDER =
  /\/test\/(main|start-folder-failures|threats\/process-survives|platform\/(embedded\/[\w-]+|(limits\/set-back-clock|database\/first-start-ahead)))\.crash\.ts$/;

/** Jest's `--filter`: keeps the test files that can use a PostgreSQL server, for a run on that. */
const filter = (paths) => Promise.resolve({ filtered: paths.filter((path) => !OF_FOLDER.test(path)) });

// Jest requires it as a CommonJS module.
export { filter as 'module.exports' };
