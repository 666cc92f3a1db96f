import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { eventually, Gateway } from '../../support/gateway.ts';
import { happen, live, LIVE_EVENTS, shown, shownInAll, socketOf } from '../../support/live-events.ts';
import { setPocketLimit } from '../../support/pockets.ts';
import { Receiver } from '../../support/receiver.ts';
import { TestSocket } from '../../support/socket.ts';
import { cashIns, createConfiguration, searchMessages, sql } from '../../support/webhooks.ts';
import { forgetThePast } from '../../support/world.ts';

const CHANGES = 'subscription ($after: String) { webhookMessages(after: $after) { id changeCursor } }';
const LOST = 3;
/** More than were lost, so that all their positions are used again. */
const INSTEAD = 5;

let gateway: Gateway;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  gateway = await Gateway.start();
  await forgetThePast(gateway.app.database);
  await setPocketLimit(gateway, '200001', 1_000_000);
});
afterEach(() => {
  TestSocket.endAll();
});
afterAll(async () => {
  await gateway.stop();
  await receiver.stop();
});

/** Returns the entity ids of this many new events. */
async function happenTimes(count: number): Promise<readonly string[]> {
  const happened: string[] = [];
  while (happened.length < count) happened.push(await happen(gateway));
  return happened;
}

/** Makes the log that of a standby that became the primary without the latest events. */
async function loseEvents(): Promise<void> {
  await sql(
    gateway,
    `with lost as (
       delete from event where log_position > (select position from event_head) - ${LOST} returning partner_id
     ), set_back as (
       update partner_event_head as head
       set position = position - (select count(*) from lost where lost.partner_id = head.partner_id)
     )
     update event_head set position = position - ${LOST}, database_identity = 'of another server'`,
  );
}

/** The same for the latest changes of messages. */
async function loseChanges(): Promise<void> {
  await sql(
    gateway,
    `with lost as (
       delete from message_change where log_position > (select position from message_change_head) - ${LOST}
       returning partner_id
     ), set_back as (
       update partner_message_change_head as head
       set position = position - (select count(*) from lost where lost.partner_id = head.partner_id)
     )
     update message_change_head set position = position - ${LOST}`,
  );
}

/** Returns the cursor after which a client that has a lost cursor must continue. */
async function resumeAfter(socket: TestSocket, query: string, lost: string): Promise<string> {
  const { payload } = await socket.next('error', socket.subscribe(query, { after: lost }));
  const { code, resumeAfter: cursor } = payload[0].extensions;
  expect(code).toBe('CURSOR_FROM_LOST_FUTURE');
  return cursor as string;
}

test('streams that resume after lost events receive what replaced them, while another one has stayed open', async () => {
  const socket = await socketOf(gateway);
  const staying = await live(gateway, socket);
  const lost = await happenTimes(LOST);
  expect(await shownInAll(socket, staying, LOST)).toEqual(lost);
  const last = socket.messages('next', staying).at(-1)?.payload.data.webhookEvents.cursor as string;
  await loseEvents();
  const instead = await happenTimes(INSTEAD);
  // It continues at its position, and so shows that the process has read the new events.
  await shownInAll(socket, staying, INSTEAD);
  const after = await resumeAfter(socket, LIVE_EVENTS, last);
  const another = 'subscription ($after: String) { webhookEvents(after: $after) { entityId } }';
  const resumed = [LIVE_EVENTS, another].map((query) => socket.subscribe(query, { after }));
  for (const id of resumed) expect(await shownInAll(socket, id, INSTEAD)).toEqual(instead);
  const next = await happen(gateway);
  for (const id of [staying, ...resumed])
    await eventually(() => Promise.resolve(shown(socket, id).filter((entityId) => entityId === next).length === 1));
});

test('so do streams that resume after lost changes of messages', async () => {
  await createConfiguration(gateway, { uri: receiver.url('/lost') });
  const socket = await socketOf(gateway);
  const changesOf = (id: string) =>
    socket
      .messages('next', id)
      .map(({ payload }) => payload.data.webhookMessages as { readonly id: string; readonly changeCursor: string });
  const changed = (id: string, count: number) => eventually(() => Promise.resolve(changesOf(id).length >= count));
  const { webhookMessagesCursor } = await gateway.data({ query: '{ webhookMessagesCursor }' });
  const staying = socket.subscribe(CHANGES, { after: webhookMessagesCursor });
  await cashIns(gateway, LOST);
  await changed(staying, LOST);
  const lost = changesOf(staying);
  await loseChanges();
  await cashIns(gateway, INSTEAD);
  await changed(staying, INSTEAD);
  const after = await resumeAfter(socket, CHANGES, lost.at(-1)?.changeCursor ?? '');
  const resumed = socket.subscribe(CHANGES, { after });
  await changed(resumed, INSTEAD);
  const isLost = (id: string) => lost.some((change) => change.id === id);
  const instead = (await searchMessages(gateway)).nodes.map(({ id }) => id).filter((id) => !isLost(id));
  expect(
    changesOf(resumed)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(instead.sort());
});
