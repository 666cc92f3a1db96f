import tests from './jest.config.mjs';

/** What is killed, cut off, starved or started again, or stands before a provider that is: processes of their own, and minutes. */
export default { ...tests, maxWorkers: 2, testMatch: ['<rootDir>/test/**/*.crash.ts'] };
