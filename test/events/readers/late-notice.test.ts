import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createConsumer, nextEvents } from '../../support/consumers.ts';
import { Gateway } from '../../support/gateway.ts';
import { happen, LIVE_EVENTS, shownInAll, socketOf } from '../../support/live-events.ts';
import { TestSocket } from '../../support/socket.ts';
import { sql } from '../../support/webhooks.ts';

/** In seconds. */
const LONG = 20;
const WAIT = `query ($after: String, $wait: Int) {
  webhookEvents(first: 10, after: $after, wait: $wait) { nodes { entityId } }
}`;
const name = 'late';

let gateway: Gateway;
let socket: TestSocket;
let live: string;
let shown = 0;

beforeAll(async () => {
  gateway = await Gateway.start();
  socket = await socketOf(gateway);
  live = socket.subscribe(LIVE_EVENTS);
  await happen(gateway);
  await shownInAll(socket, live, (shown += 1));
});
afterAll(async () => {
  TestSocket.endAll();
  await gateway.stop();
});

/** Numbers a copy of an event as another process whose notification is late. */
beforeEach(async () => {
  await sql(
    gateway,
    `with head as (
       update event_head set position = position + 1 returning position
     ), own as (
       update partner_event_head set position = position + 1 where partner_id = 'ACME_PAY' returning position
     )
     insert into event (log_position, epoch, position, reached_at, id, partner_id, name, context, entity_id,
       subject_id, account_id, idempotency_key, correlation_id, occurred_at, captured_at, recorded_at, body)
     select head.position, epoch, own.position, reached_at, gen_random_uuid(), partner_id, name, context, entity_id,
       subject_id, account_id, idempotency_key, correlation_id, occurred_at, captured_at, recorded_at, body
     from event cross join head cross join own
     where partner_id = 'ACME_PAY' order by event.position desc limit 1`,
    [],
  );
});

/** Returns the entity of the next event, which happens once the process has noticed the earlier one. */
async function nextOnceNoticed(): Promise<string> {
  await shownInAll(socket, live, (shown += 1));
  const number = await happen(gateway);
  await shownInAll(socket, live, (shown += 1));
  return number;
}

test('a query that waits is not answered by an event before its cursor, noticed late', async () => {
  const { webhookEventsCursor: after } = await gateway.data({ query: '{ webhookEventsCursor }' });
  const waiting = gateway.data({ query: WAIT, variables: { after, wait: LONG } });
  const entityId = await nextOnceNoticed();
  expect((await waiting).webhookEvents.nodes).toEqual([{ entityId }]);
});

test('nextEvents that waits is not answered by an event before the position, noticed late', async () => {
  await createConsumer(gateway, { name });
  const waiting = nextEvents(gateway, { consumer: name, worker: 'w1', wait: LONG });
  await nextOnceNoticed();
  expect((await waiting).events).toHaveLength(1);
});
