import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { FORGOTTEN_EVENTS } from '../../src/playground/sandbox-world/past-events.value.ts';
import { audit } from '../../src/operator/audit-command.ts';
import { endOf } from '../../src/operator/command.ts';
import type { Command } from '../../src/platform/commands/command.ts';
import { newEpoch } from '../../src/operator/new-epoch-command.ts';
import { eventually, Gateway } from '../support/gateway.ts';
import { socketOf } from '../support/live-events.ts';
import { OwnWorld } from '../support/own-world.ts';
import { TestSocket } from '../support/socket.ts';
import { Receiver } from '../support/receiver.ts';
import { cashIns, createConfiguration } from '../support/webhooks.ts';

const NODES = '{ nodes { sequence entityId cursor } }';
const AFTER = `query ($after: String) { webhookEvents(first: 100, after: $after) ${NODES} }`;
const BEFORE = `query ($before: String) { webhookEvents(last: 100, before: $before) ${NODES} }`;
const LIVE = 'subscription ($after: String) { webhookEvents(after: $after) { sequence entityId } }';

interface Shown {
  readonly sequence: string;
  readonly entityId: string;
  readonly cursor: string;
}

let world: OwnWorld;
let gateway: Gateway | undefined;

beforeAll(async () => {
  world = await OwnWorld.make();
});
afterEach(async () => {
  TestSocket.endAll();
  await gateway?.stop();
  gateway = undefined;
});
afterAll(() => world.remove());

/** Does `work` while a gateway serves; the embedded database allows one process only. */
async function served<Result>(of: OwnWorld, work: (gateway: Gateway) => Promise<Result>): Promise<Result> {
  gateway = await Gateway.start({ environment: { ...of.environment } });
  const result = await work(gateway);
  TestSocket.endAll();
  await gateway.stop();
  gateway = undefined;
  return result;
}

function run(of: OwnWorld, command: Command, ...args: string[]) {
  return endOf(command, { args, environment: of.environment });
}

async function newest(serving: Gateway): Promise<readonly Shown[]> {
  return (await serving.data({ query: `{ webhookEvents(last: 100) ${NODES} }` })).webhookEvents.nodes;
}

/** Simulates payments, waits for their events, and returns all events. */
async function eventsAfterPayments(serving: Gateway, count: number): Promise<readonly Shown[]> {
  const { length } = await newest(serving);
  await cashIns(serving, count);
  return eventually(async () => {
    const all = await newest(serving);
    return all.length >= length + 2 * count && all;
  });
}

/** Returns the refusal of a cursor, which a page and a stream must share. */
async function refusalOf(serving: Gateway, cursor: string) {
  const { body } = await serving.ask({ query: AFTER, variables: { after: cursor } });
  const socket = await socketOf(serving);
  const id = socket.subscribe(LIVE, { after: cursor });
  const { payload } = await socket.next('error', id);
  expect(payload[0].extensions.code).toBe(body.errors?.[0]?.extensions['code']);
  const back = await serving.ask({ query: BEFORE, variables: { before: cursor } });
  expect(back.body.errors?.[0]?.extensions).toMatchObject({ code: payload[0].extensions.code, argument: 'before' });
  return payload[0] as { message: string; extensions: { code: string; argument: string; resumeAfter: string } };
}

/** Returns the sequences that a page shows after a cursor; a stream must show the same events. */
async function after(serving: Gateway, cursor: string): Promise<readonly string[]> {
  const { webhookEvents } = await serving.data({ query: AFTER, variables: { after: cursor } });
  const nodes = webhookEvents.nodes as readonly Shown[];
  const socket = await socketOf(serving);
  const id = socket.subscribe(LIVE, { after: cursor });
  await eventually(() => Promise.resolve(socket.messages('next', id).length >= nodes.length));
  expect(socket.messages('next', id).map(({ payload }) => payload.data.webhookEvents.entityId as string)).toEqual(
    nodes.map(({ entityId }) => entityId),
  );
  return nodes.map(({ sequence }) => sequence);
}

describe('a database that was restored to an earlier state', () => {
  test('refuses cursors of lost events, with a cursor to resume after, so that none is skipped', async () => {
    const kept = await served(world, (serving) => eventsAfterPayments(serving, 1));
    const backup = await world.copy();
    const lost = await served(world, async (serving) => {
      const all = await eventsAfterPayments(serving, 2);
      const { webhookEventsCursor: end } = await serving.data({ query: '{ webhookEventsCursor }' });
      return { events: all.slice(kept.length), end: end as string };
    });

    expect(await run(backup, newEpoch)).toEqual({
      code: 0,
      output: expect.stringMatching(/^Epoch 2 is open/),
      errors: '',
    });
    await served(backup, async (serving) => {
      // After more events than were lost, so that all their positions are used again.
      const since = (await eventsAfterPayments(serving, 3)).slice(kept.length);
      const last = kept.at(-1);
      const sequences = since.map((_, nth) => `2.${FORGOTTEN_EVENTS + kept.length + nth + 1}`);
      expect(since.map(({ sequence }) => sequence)).toEqual(sequences);

      for (const cursor of [...lost.events.map((event) => event.cursor), lost.end]) {
        const { message, extensions } = await refusalOf(serving, cursor);
        expect(extensions).toMatchObject({ code: 'CURSOR_FROM_LOST_FUTURE', argument: 'after' });
        expect(message).toBe('after lies in a part of the log that was lost: go on from extensions.resumeAfter.');
        expect(await after(serving, extensions.resumeAfter)).toEqual(sequences);
      }
      expect(await after(serving, last?.cursor ?? '')).toEqual(sequences);
    });
    const entries = await run(backup, audit, '--partner', '', '--mutation', 'newEpoch');
    expect(entries.output).toMatch(/newEpoch +Opened/);
  });

  test('refuses them before any new event, and an unneeded epoch refuses none', async () => {
    const kept = await served(world, newest);
    const backup = await world.copy();
    const lost = (await served(world, (serving) => eventsAfterPayments(serving, 1))).slice(kept.length);
    await served(backup, async (serving) => {
      const { extensions } = await refusalOf(serving, lost[0]?.cursor ?? '');
      expect(extensions.code).toBe('CURSOR_FROM_LOST_FUTURE');
      expect(await after(serving, extensions.resumeAfter)).toEqual([]);
    });
    const all = await served(world, newest);
    expect(await run(world, newEpoch, '--above', '6')).toMatchObject({ output: expect.stringMatching(/^Epoch 7/) });
    expect(await run(world, newEpoch)).toMatchObject({ output: expect.stringMatching(/^Epoch 8/) });
    const unknown = await served(world, async (serving) => {
      const more = (await eventsAfterPayments(serving, 1)).slice(all.length);
      expect(more.map(({ sequence }) => sequence.split('.')[0])).toEqual(['8', '8']);
      for (const { cursor } of all.slice(-2))
        expect(await after(serving, cursor)).toEqual(
          [...all, ...more]
            .slice(all.findIndex((event) => event.cursor === cursor) + 1)
            .map(({ sequence }) => sequence),
        );
      return more[0]?.cursor ?? '';
    });
    // The backup is restored again: it does not know epoch 8, whose cursors clients may have.
    await served(backup, async (serving) => {
      const { extensions } = await refusalOf(serving, unknown);
      expect(extensions.code).toBe('CURSOR_FROM_LOST_FUTURE');
      const stored = await newest(serving);
      expect(await after(serving, extensions.resumeAfter)).toEqual(stored.map(({ sequence }) => sequence));
    });
  });

  test('refuses cursors of lost changes of messages, with a cursor to resume after', async () => {
    const receiver = await Receiver.start();
    await served(world, (serving) => createConfiguration(serving, { uri: receiver.url('/changes') }));
    const kept = await served(world, (serving) => deliver(serving, 2));
    const backup = await world.copy();
    const lost = await served(world, async (serving) => {
      const changes = await deliver(serving, 3);
      return [...changes.map(({ changeCursor }) => changeCursor), await endOfChanges(serving)];
    });
    await run(backup, newEpoch);
    await served(backup, async (serving) => {
      expect((await changesAfter(serving, lost.at(-1) ?? '', 0)).refusal).toMatchObject({
        code: 'CURSOR_FROM_LOST_FUTURE',
      });
      // More changes than were lost, so that all their positions are used again.
      const instead = (await deliver(serving, 5)).map(({ id }) => id);
      for (const cursor of lost) {
        const { refusal } = await changesAfter(serving, cursor, 0);
        expect(refusal).toMatchObject({ code: 'CURSOR_FROM_LOST_FUTURE', argument: 'after' });
        const { shown } = await changesAfter(serving, String(refusal?.['resumeAfter']), kept.length + instead.length);
        expect(shown.map(({ id }) => id).slice(-instead.length)).toEqual(instead);
      }
      const { shown } = await changesAfter(serving, kept.at(-1)?.changeCursor ?? '', instead.length);
      expect(shown.map(({ id }) => id)).toEqual(instead);
    });
    await receiver.stop();
  });
});

interface Change {
  readonly id: string;
  readonly changeCursor: string;
}

async function endOfChanges(serving: Gateway): Promise<string> {
  return (await serving.data({ query: '{ webhookMessagesCursor }' })).webhookMessagesCursor as string;
}

/** Returns at least `count` delivered messages that a stream shows after a cursor, or its refusal. */
async function changesAfter(serving: Gateway, cursor: string, count: number) {
  const socket = await socketOf(serving);
  const query = `subscription ($after: String) {
    webhookMessages(after: $after, filter: { states: [SUCCESS] }) { id changeCursor } }`;
  const id = socket.subscribe(query, { after: cursor });
  const shown = () => socket.messages('next', id).map(({ payload }) => payload.data.webhookMessages as Change);
  const refusal = () => socket.messages('error', id)[0]?.payload[0].extensions as Record<string, unknown> | undefined;
  await eventually(() => Promise.resolve(refusal() !== undefined || (count > 0 && shown().length >= count)));
  return { shown: shown(), refusal: refusal() };
}

/** Has `count` messages delivered, and returns their changes. */
async function deliver(serving: Gateway, count: number): Promise<readonly Change[]> {
  const end = await endOfChanges(serving);
  await cashIns(serving, count);
  return (await changesAfter(serving, end, count)).shown;
}
