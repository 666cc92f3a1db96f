import tests from './jest.config.mjs';

/** What is killed, cut off, starved, flooded or guessed at, or a provider that is: hostile callers and broken processes. */
export default {
  ...tests,
  testMatch: ['<rootDir>/test/**/*.crash.ts'],
  // Some start a dozen processes.
  maxWorkers: 2,
};
