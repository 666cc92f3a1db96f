import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createConsumer, nextEvents } from '../../support/consumers.ts';
import { Gateway } from '../../support/gateway.ts';
import { LateNotice } from '../../support/late-notice.ts';
import { TestSocket } from '../../support/socket.ts';

/** In seconds. */
const LONG = 20;

let gateway: Gateway;
let late: LateNotice;

beforeAll(async () => {
  gateway = await Gateway.start();
  late = await LateNotice.begin(gateway);
});
beforeEach(() => late.number());
afterAll(async () => {
  TestSocket.endAll();
  await gateway.stop();
});

test('nextEvents that waits is not answered by an event before the position, noticed late', async () => {
  await createConsumer(gateway, { name: 'late' });
  const waiting = nextEvents(gateway, { consumer: 'late', worker: 'w1', wait: LONG });
  await late.nextOnceNoticed();
  expect((await waiting).events).toHaveLength(1);
});
