import tests from './jest.config.mjs';

/**
 * The product as others meet it: its settings and its start, its pages in a browser, its commands, its bundle, what it
 * measures, writes and traces, the clients made for it, and every example and every argument in turn.
 */
export default { ...tests, testMatch: ['<rootDir>/test/**/*.product.ts'] };
