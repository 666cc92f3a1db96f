import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Database } from '../../../src/platform/database/database.ts';
import { ownStatement } from '../../support/own-statement.ts';
import { Gateway } from '../../support/gateway.ts';
import { socketOf } from '../../support/live-events.ts';

const AT_ONCE = 2;
const ACCOUNTS = { query: '{ paymentAccounts { nodes { number } } }' };
const LOCK_ACCOUNTS = ownStatement('lock_accounts_of_test', 'lock table payment_account');

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start({ environment: { OPERATIONS_AT_ONCE: String(AT_ONCE), ROLES: 'api' } });
});
afterAll(() => gateway.stop());

/** Blocks all reads of accounts; returns a function that lets them continue. */
async function holdAccounts(): Promise<() => Promise<void>> {
  const [held, released] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const holding = new Database(gateway.app.database.sessions).transaction(async (transaction) => {
    await transaction.run(LOCK_ACCOUNTS, []);
    held.resolve(undefined);
    await released.promise;
  });
  await held.promise;
  return () => {
    released.resolve(undefined);
    return holding;
  };
}

test('a process runs a limited number of concurrent operations, and has the others retried', async () => {
  expect((await gateway.ask(ACCOUNTS)).status).toBe(200);
  const release = await holdAccounts();
  const answers = Array.from({ length: AT_ONCE + 1 }, () => gateway.ask(ACCOUNTS));
  const { status, headers, body } = await Promise.race(answers);
  expect([status, headers.get('retry-after')]).toEqual([503, '1']);
  expect(body).toMatchObject({ errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 } }] });
  expect(body.data).toBeUndefined();
  await release();
  expect((await Promise.all(answers)).map((answer) => answer.status).toSorted()).toEqual([200, 200, 503]);
  expect((await gateway.ask(ACCOUNTS)).status).toBe(200);
});

test('idle streams do not count as operations', async () => {
  const socket = await socketOf(gateway);
  for (let nth = 0; nth <= AT_ONCE; nth += 1)
    socket.send({ id: `s${nth}`, type: 'subscribe', payload: { query: 'subscription { webhookEvents { id } }' } });
  expect((await socket.run('{ viewer { partner } }')).data).toEqual({ viewer: { partner: 'ACME_PAY' } });
  socket.webSocket.terminate();
});
