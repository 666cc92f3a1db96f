import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Gateway } from '../../support/gateway.ts';
import { LateNotice } from '../../support/late-notice.ts';
import { TestSocket } from '../../support/socket.ts';

/** In seconds. */
const LONG = 20;
const WAIT = `query ($after: String, $wait: Int) {
  webhookEvents(first: 10, after: $after, wait: $wait) { nodes { entityId } }
}`;

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

test('a query that waits is not answered by an event before its cursor, noticed late', async () => {
  const { webhookEventsCursor: after } = await gateway.data({ query: '{ webhookEventsCursor }' });
  const waiting = gateway.data({ query: WAIT, variables: { after, wait: LONG } });
  const entityId = await late.nextOnceNoticed();
  expect((await waiting).webhookEvents.nodes).toEqual([{ entityId }]);
});
