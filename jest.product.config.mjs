import tests from './jest.config.mjs';

/**
 * The product as others meet it: its pages in a browser, its commands, its bundle, what it writes and traces, the clients
 * made for it, and every example and every argument in turn.
 */
export default { ...tests, maxWorkers: 2, testMatch: ['<rootDir>/test/**/*.product.ts'] };
