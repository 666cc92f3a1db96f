/** Jest, which leaves the loading of modules to Node: `test/runner` says how, and what test files share by that. */
export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testRunner: '<rootDir>/test/runner/bare-node.mjs',
  testSequencer: '<rootDir>/test/runner/longest-first.mjs',
  transform: {},
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  // One more than cores, since flows wait for one another, for rests and for deadlines a good part of their time.
  maxWorkers: 3,
  // Ends what hangs, and nothing that is slow because the machine is busy.
  testTimeout: 120_000,
};
