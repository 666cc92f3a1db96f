import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { endOf } from '../../src/operator/command.ts';
import { resealSecrets as resealCommand } from '../../src/operator/reseal-secrets-command.ts';
import { SecretBox } from '../../src/platform/secrets/secret-box.ts';
import { resealSecrets } from '../../src/webhooks/configurations/reseal-secrets.ts';
import { partiesOf } from '../../src/bank/cash-ins/cash-in-parties.ts';
import { resealParties } from '../../src/bank/cash-ins/stored-parties.ts';
import { OwnDatabase } from '../support/opened-database.ts';
import { eventually } from '../support/gateway.ts';
import { OwnWorld } from '../support/own-world.ts';
import { ownStatement } from '../support/own-statement.ts';

const [OLD, NEXT] = ['a passphrase of today', 'a passphrase of tomorrow'];
const old = new SecretBox([OLD]);
const next = new SecretBox([NEXT]);
const both = new SecretBox([NEXT, OLD]);

const CHANGE_SECRET = ownStatement('test_change_secret', 'update webhook_configuration set secret = $1 where id = $2');
const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

interface StoredSecrets {
  readonly id: string;
  readonly secret: string;
  readonly previousSecret: string | null;
}

describe('sealing signing secrets again', () => {
  let own: OwnDatabase;
  beforeAll(async () => {
    own = await OwnDatabase.open();
    const [{ secret } = { secret: '' }] = await own.sql<{ secret: string }>('select secret from installation');
    // The world was sealed when it was made: with a passphrase of the tests, or with the installation's secret.
    const ofTheWorld = new SecretBox([OLD, 'a passphrase of the tests', secret]);
    await resealSecrets(own.database, ofTheWorld, false);
  });
  afterAll(() => own.close());

  const stored = () =>
    own.sql<StoredSecrets>(
      `select id, secret, previous_secret as "previousSecret" from webhook_configuration order by id`,
    );
  const opened = async (box: SecretBox) =>
    (await stored()).map(({ id, secret, previousSecret }) =>
      [secret, previousSecret].map((sealed) => sealed && box.open(sealed, id)),
    );

  test('counts them in a dry run, then seals them all, including previous secrets, so that the old key is not needed', async () => {
    const [first] = await stored();
    const previous = old.seal('the secret before', first?.id ?? '');
    await own.sql('update webhook_configuration set previous_secret = ? where id = ?::uuid', [previous, first?.id]);
    const [before, secrets] = [await stored(), await opened(old)];
    const wanted = { resealed: before.length, upToDate: 0, unopened: [] };
    expect(await resealSecrets(own.database, both, true)).toEqual(wanted);
    expect(await stored()).toEqual(before);
    expect(await resealSecrets(own.database, both, false)).toEqual(wanted);
    expect(await opened(next)).toEqual(secrets);
    expect(await resealSecrets(own.database, next, false)).toMatchObject({ resealed: 0, upToDate: before.length });
  });

  test('skips and names what no key opens, and continues with the rest', async () => {
    const [first, ...rest] = await stored();
    await own.sql('update webhook_configuration set secret = ?, previous_secret = null where id = ?::uuid', [
      new SecretBox(['a passphrase that was lost']).seal('secret', first?.id ?? ''),
      first?.id,
    ]);
    const later = new SecretBox(['a passphrase of next year', NEXT]);
    expect(await resealSecrets(own.database, later, false)).toMatchObject({
      resealed: rest.length,
      unopened: [first?.id],
    });
  });

  test('does not overwrite a secret that a partner changes meanwhile', async () => {
    const [first] = await stored();
    const id = first?.id ?? '';
    const changed = both.seal('changed by the partner', id);
    await own.sql('update webhook_configuration set secret = ? where id = ?::uuid', [old.seal('secret', id), id]);
    let resealing: ReturnType<typeof resealSecrets> | undefined;
    await own.database.transaction(async (transaction) => {
      await transaction.run(CHANGE_SECRET, [changed, id]);
      resealing = resealSecrets(own.database, new SecretBox([NEXT, OLD, 'a passphrase of next year']), false);
      // On PGlite, where transactions run one after the other, it has not started.
      if (own.url !== undefined) await eventually(async () => (await own.sql(WAITING)).length > 0);
    });
    expect(await resealing).toMatchObject({ unopened: [] });
    expect(both.open((await stored()).find((row) => row.id === id)?.secret ?? '', id)).toBe('changed by the partner');
  });
});

test('parties of cash-ins are sealed again, so that the old key is not needed', async () => {
  const own = await OwnDatabase.open();
  try {
    const [{ secret } = { secret: '' }] = await own.sql<{ secret: string }>('select secret from installation');
    const box = new SecretBox([NEXT, 'a passphrase of the tests', secret]);
    const stored = () => own.sql<{ id: string; parties: string }>('select id, parties from cash_in order by id');
    const before = await stored();
    expect(await resealParties(own.database, box, true)).toMatchObject({ resealed: before.length, unopened: [] });
    expect(await stored()).toEqual(before);
    await resealParties(own.database, box, false);
    for (const cashIn of await stored()) expect(partiesOf(next, cashIn).payer?.name).toBe('Gustavo Exemplo');
    expect(await resealParties(own.database, old, false)).toMatchObject({ unopened: before.map(({ id }) => id) });
  } finally {
    await own.close();
  }
});

describe('npm run reseal-secrets', () => {
  const [A, B] = ['a'.repeat(32), 'b'.repeat(32)];
  let world: OwnWorld;

  /** Makes a world whose secrets are sealed with A. */
  beforeAll(async () => {
    world = await OwnWorld.make();
    await reseal(A, '--yes');
  });
  afterAll(() => world.remove());

  function reseal(keys: string, ...args: string[]) {
    return endOf(resealCommand, { args, environment: { ...world.environment, SECRETS_KEY: keys } });
  }

  test('introduces a new key, and says when the old one can be removed', async () => {
    expect(await reseal(`${B},${A}`)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^All secrets can be decrypted\./),
    });
    expect(await reseal(B)).toMatchObject({ code: 1, errors: expect.stringMatching(/^No passphrase of SECRETS_KEY/) });
    expect(await reseal(`${B},${A}`, '--yes')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Encrypted again/),
    });
    expect(await reseal(B)).toMatchObject({ code: 0, output: expect.stringContaining('the secrets of 0 config') });
  });
});
