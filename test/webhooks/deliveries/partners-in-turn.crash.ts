import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { cashInInput, simulateCashIn } from '../../support/cash-ins.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { hanging, Receiver } from '../../support/receiver.ts';
import { createConfiguration } from '../../support/webhooks.ts';
import { forgetThePast } from '../../support/world.ts';

/** Most calls that the process has in flight, and endpoints that hang: each could take one. */
const CALLS_MAX = 128;
const HANGING = 150;
/** Configurations that are created concurrently. */
const CONCURRENTLY = 20;
/** Least number of calls that hang before another partner has an event. */
const TAKEN_MIN = 60;
/** Timeout of calls, in seconds. */
const TIMEOUT_SECONDS = 60;
/** Deliveries to the other partner, one after the other. */
const DELIVERIES = 5;

let gateway: Gateway;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  const environment = {
    WEBHOOK_TIMEOUT_SECONDS: String(TIMEOUT_SECONDS),
    WEBHOOK_CALLS_AT_ONCE: String(CALLS_MAX),
    WEBHOOK_CONFIGURATIONS_MAX: String(HANGING),
  };
  gateway = await Gateway.start({ environment });
  await forgetThePast(gateway.app.database);
});
afterAll(async () => {
  receiver.cut();
  await gateway.stop();
  await receiver.stop();
});

test('endpoints of a partner that hang do not delay another partner, no matter how many they are', async () => {
  const paths = Array.from({ length: HANGING }, (_, nth) => `/hang-${nth}`);
  for (const path of paths) receiver.answer(path, hanging);
  for (let made = 0; made < HANGING; made += CONCURRENTLY)
    await Promise.all(
      paths
        .slice(made, made + CONCURRENTLY)
        .map((path) => createConfiguration(gateway, { uri: receiver.url(path), eventName: 'PIX_CASH_IN_WAS_CLEARED' })),
    );
  const beta = { client: 'beta-pay' };
  await createConfiguration(gateway, { uri: receiver.url('/beta'), eventName: 'PIX_CASH_IN_WAS_CLEARED' }, beta);

  await simulateCashIn(gateway, cashInInput());
  await eventually(() => Promise.resolve(receiver.open >= TAKEN_MIN));
  for (let sent = 1; sent <= DELIVERIES; sent += 1) {
    await simulateCashIn(gateway, cashInInput({ accountNumber: '300001' }), beta);
    await eventually(() => Promise.resolve(receiver.callsOf('/beta').length === sent));
  }
  const hungAtMs = Math.min(...paths.flatMap((path) => receiver.callsOf(path).map(({ atMs }) => atMs)));
  const deliveredAtMs = Math.max(...receiver.callsOf('/beta').map(({ atMs }) => atMs));
  expect(deliveredAtMs - hungAtMs).toBeLessThan(TIMEOUT_SECONDS * 1_000);
});
