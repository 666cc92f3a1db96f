/** Jest, which leaves the loading of modules to Node: `test/runner` says how, and what test files share by that. */
export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testRunner: '<rootDir>/test/runner/bare-node.mjs',
  testSequencer: '<rootDir>/test/runner/longest-first.mjs',
  transform: {},
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  // One more than cores: some tests wait for limits of time of the product. Measured on two cores: 58 s instead of 66.
  maxWorkers: 3,
  // Ends what hangs, and nothing that is slow because the machine is busy.
  testTimeout: 300_000,
};
