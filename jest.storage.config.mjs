import tests from './jest.config.mjs';

/** Constraints, migrations, statements, roles and counts in the database itself, without a client in between. */
export default { ...tests, testMatch: ['<rootDir>/test/**/*.storage.ts'] };
