import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually, Gateway } from '../../support/gateway.ts';
import { answering, Receiver } from '../../support/receiver.ts';
import { cashIns, createConfiguration, messageTo, searchMessages, sql } from '../../support/webhooks.ts';
import { forgetThePast } from '../../support/world.ts';

const RETRY_SECONDS = 60;
/** Longer than a lease. */
const LEASE_SECONDS_MAX = 16;
/** Longest stop, in milliseconds; a worker whose places are still taken waits longer. */
const STOP_MS_MAX = 5_000;

let gateway: Gateway;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  const environment = { WEBHOOK_RETRY_SECONDS: String(RETRY_SECONDS), WEBHOOK_BREAKER_FAILURES: '50' };
  gateway = await Gateway.start({ environment });
  await forgetThePast(gateway.app.database);
});
afterAll(async () => {
  await gateway.stop();
  await receiver.stop();
});

test('a configuration that cannot be settled delays no other, and its places are freed when its leases end', async () => {
  const { id } = await createConfiguration(gateway, { uri: receiver.url('/broken') });
  await createConfiguration(gateway, { uri: receiver.url('/whole') });
  for (const path of ['/broken', '/whole']) receiver.answer(path, answering(500));
  await cashIns(gateway, 3);
  await eventually(async () => (await searchMessages(gateway, 'FAILED')).totalCount === 6);
  // From now on each of its settlements would take a tally below zero.
  await sql(gateway, 'update message_tally set messages = 0 where configuration_id = ?', [id]);
  for (const path of ['/broken', '/whole']) receiver.answer(path, answering(204));
  gateway.clock.advance(RETRY_SECONDS * 1.2);
  await eventually(async () => (await searchMessages(gateway, 'SUCCESS')).totalCount === 3);
  const { attempts } = await messageTo(gateway, receiver.url('/whole'));
  expect(attempts.map(({ httpStatus }) => httpStatus)).toEqual([500, 204]);
  await eventually(() => Promise.resolve(receiver.callsOf('/broken').length === 6));
  await sql(gateway, `update webhook_configuration set status = 'DISABLED'`);
  gateway.clock.advance(LEASE_SECONDS_MAX);
  const began = performance.now();
  await gateway.app.stop();
  expect(performance.now() - began).toBeLessThan(STOP_MS_MAX);
});
