import tests from './jest.config.mjs';

/** The built product from outside, as README starts it: nothing is set up for it, and each world takes minutes. */
export default {
  ...tests,
  // All worlds together: most of their time is a minute of life, which leaves the machine idle.
  maxWorkers: 5,
  testMatch: ['<rootDir>/test/**/*.acceptance.ts'],
  globalSetup: null,
  globalTeardown: null,
};
