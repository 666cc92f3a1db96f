import tests from './jest.config.mjs';

/** The mutations and reads in front of a provider that answers as others do, and not as this gateway does. */
export default { ...tests, testMatch: ['<rootDir>/test/extensions/provider/stand-in/*.shapes.ts'] };
