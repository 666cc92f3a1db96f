/** Jest, which leaves the loading of modules to Node: `test/runner` says how, and what test files share by that. */
export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testRunner: '<rootDir>/test/runner/bare-node.mjs',
  testSequencer: '<rootDir>/test/runner/longest-first.mjs',
  transform: {},
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  // As many as cores: a third would load modules and keep gateways for as much as the others' waiting gives it.
  maxWorkers: 2,
  // Ends what hangs, and nothing that is slow because the machine is busy.
  testTimeout: 120_000,
};
