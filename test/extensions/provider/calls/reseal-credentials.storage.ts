import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SecretBox } from '../../../../src/platform/secrets/secret-box.ts';
import { putCredentials } from '../../../../src/extensions/provider/calls/keep-credentials.ts';
import { findCredentials } from '../../../../src/extensions/provider/calls/provider-credentials.ts';
import { resealCredentials } from '../../../../src/extensions/provider/calls/reseal-credentials.ts';
import { findSender } from '../../../../src/extensions/provider/events/event-sender.ts';
import { OwnDatabase } from '../../../support/opened-database.ts';

const [PREVIOUS, NEXT] = ['a passphrase of today', 'a passphrase of tomorrow'];
const [previous, next, both] = [new SecretBox([PREVIOUS]), new SecretBox([NEXT]), new SecretBox([NEXT, PREVIOUS])];

let own: OwnDatabase;
beforeAll(async () => {
  own = await OwnDatabase.open();
});
afterAll(() => own.close());

function put(secrets: SecretBox, partnerId: string, clientSecret: string): Promise<boolean> {
  return putCredentials({ database: own.database, secrets, now: new Date() }, partnerId, {
    ...{ clientId: partnerId, clientSecret, scope: null, certificate: null, privateKey: null },
    ...{ publicKey: `pk_${partnerId}`, signingSecret: `signs for ${partnerId}`, pocketLimit: null },
  });
}

test('credentials of partners open with only the new key once they are resealed', async () => {
  await put(previous, 'ACME_PAY', 'acme');
  await put(next, 'BETA_PAY', 'beta');
  const wanted = { resealed: 1, upToDate: 1, unopened: [] };
  expect(await resealCredentials(own.database, both, true)).toEqual(wanted);
  await expect(findCredentials(own.database, next, 'ACME_PAY')).rejects.toThrow();
  expect(await resealCredentials(own.database, both, false)).toEqual(wanted);
  expect(await findCredentials(own.database, next, 'ACME_PAY')).toMatchObject({ clientSecret: 'acme' });
  expect(await findSender(own.database, next, 'pk_ACME_PAY')).toMatchObject({ secret: 'signs for ACME_PAY' });
  expect(await resealCredentials(own.database, next, false)).toMatchObject({ resealed: 0, upToDate: 2 });
});

test('credentials that no key opens are reported and left as they are, and the rest is resealed', async () => {
  await put(new SecretBox(['a passphrase that was lost']), 'ACME_PAY', 'acme');
  await put(previous, 'BETA_PAY', 'beta');
  const outcome = await resealCredentials(own.database, both, false);
  expect(outcome).toEqual({ resealed: 1, upToDate: 0, unopened: ['ACME_PAY'] });
});
