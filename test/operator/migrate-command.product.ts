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

  test('says outside sandbox mode that keys are encrypted with a stored one if SECRETS_KEY is not set', async () => {
    const done = { code: 0, output: 'The database is up to date.\n', errors: '' };
    expect(await run({ SECRETS_KEY: 'a'.repeat(32) })).toEqual(done);
    expect(await run({ SANDBOX: 'true' })).toEqual(done);
    expect((await run({})).output).toMatch(/^The database is up to date\.\nSECRETS_KEY is not set: a new cursor key/);
  });
});
