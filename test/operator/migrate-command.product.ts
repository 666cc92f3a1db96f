import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { endOf } from '../../src/operator/command.ts';
import { migrate } from '../../src/operator/migrate-command.ts';
import { OwnWorld } from '../support/own-world.ts';
import { serverUrl } from '../support/test-database.ts';

/** Settings of a gateway outside sandbox mode. */
const OUTSIDE = {
  ...{ SANDBOX: 'false', AUTH_ISSUER: 'https://id.example.com', AUTH_AUDIENCE: 'gateway' },
  AUTH_JWKS_URL: 'https://id.example.com/keys',
};

/** The embedded database is migrated by each start. */
const onPostgreSql = serverUrl === undefined ? describe.skip : describe;

onPostgreSql('npm run migrate', () => {
  let world: OwnWorld;

  beforeAll(async () => {
    world = await OwnWorld.make();
  });
  afterAll(() => world.remove());

  const run = (changes: object) =>
    endOf(migrate, { args: [], environment: { ...world.environment, ...OUTSIDE, ...changes } });

  test.each([{}, { SANDBOX: 'true' }])('says with %j that nothing is left to do', async (changes) => {
    expect(await run(changes)).toEqual({ code: 0, output: 'The database is up to date.\n', errors: '' });
  });
});
