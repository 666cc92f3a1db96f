import tests from './jest.config.mjs';

/** The built product as others meet it: its pages in a browser, its commands, its bundle, what it writes and traces. */
export default { ...tests, maxWorkers: 2, testMatch: ['<rootDir>/test/**/*.product.ts'] };
