import tests from './jest.config.mjs';

/** What `npm test NAME` looks through: a test is found by its name, whichever lane it runs in. */
export default { ...tests, testMatch: ['<rootDir>/test/**/*.{test,storage,product,crash,shapes}.ts'] };
