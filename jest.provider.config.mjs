import tests from './jest.config.mjs';

/** What holds of a bank and through a gateway in front of it: its mutations, with their refusals, over GraphQL and REST. */
export default {
  ...tests,
  testMatch: [
    '<rootDir>/test/bank/pockets/pockets.test.ts',
    '<rootDir>/test/bank/registrations/{customers,requests}.test.ts',
    '<rootDir>/test/bank/registrations/races.storage.ts',
    '<rootDir>/test/bank/pix/pix.test.ts',
    '<rootDir>/test/bank/totp/totp.test.ts',
    '<rootDir>/test/bank/totp/guessing.crash.ts',
    '<rootDir>/test/extensions/rest/{rest,registrations,pictures,partner-api}.test.ts',
  ],
};
