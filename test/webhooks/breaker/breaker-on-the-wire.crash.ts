import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { idAt } from '../../support/archive.ts';
import { cashInInput, simulateCashIn } from '../../support/cash-ins.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { answering, hanging, headerOf, Receiver, type ReceivedCall } from '../../support/receiver.ts';
import {
  cashIns,
  createConfiguration,
  expectExactTallies,
  messageTo,
  queueIsEmpty,
  searchMessages,
  showConfiguration,
  sql,
} from '../../support/webhooks.ts';
import { forgetThePast } from '../../support/world.ts';

/** Faults that open the breaker, and events that cause them. */
const FAULTS = 3;
/** Events that are recorded while the breaker is open. */
const HELD = 4;
/** Least number of calls in flight to ten endpoints that hang; a partner has 512 at most. */
const PLACES_TAKEN_MIN = 320;
/** Timeout of calls, in milliseconds. */
const TIMEOUT_MS = 60_000;
/** Messages that wait for each of these endpoints. */
const WAITING = 64;
/** Calls further apart than this, in milliseconds, were not released together. */
const APART_MS = 400;

let gateway: Gateway;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  const environment = {
    WEBHOOK_RETRY_SECONDS: '1,1,1,1,1,1,1,1',
    WEBHOOK_BREAKER_FAILURES: String(FAULTS),
    WEBHOOK_BREAKER_SECONDS: '1',
    WEBHOOK_TIMEOUT_SECONDS: String(TIMEOUT_MS / 1_000),
  };
  gateway = await Gateway.start({ environment });
  await forgetThePast(gateway.app.database);
});
afterAll(async () => {
  receiver.cut();
  await gateway.stop();
  await receiver.stop();
});

/** Waits until the breaker of a configuration is as wanted. */
function breakerOf(id: string, isWanted: (breaker: { state: string; heldCount: number }) => boolean) {
  return eventually(async () => {
    const { breaker } = await showConfiguration(gateway, id);
    return isWanted(breaker) && breaker;
  });
}

describe('an endpoint that is down', () => {
  test('has its messages held, is probed once per rest, and receives them in order when it is back', async () => {
    const { id } = await createConfiguration(gateway, { uri: receiver.url('/down') });
    receiver.answer('/down', answering(503));
    await cashIns(gateway, FAULTS);
    const opened = await breakerOf(id, ({ state, heldCount }) => state === 'OPEN' && heldCount === FAULTS);
    expect(opened).toMatchObject({ lastFailure: 'answered 503', openedAt: expect.any(String) });
    const rest = new Date(opened.nextProbeAt).getTime() - new Date(opened.openedAt).getTime();
    expect(rest).toBeGreaterThanOrEqual(800);
    expect(rest).toBeLessThanOrEqual(1_200);
    // On a slow machine a retry comes before the last of the first calls.
    const first = receiver.calls.length;

    for (let probes = 1; probes <= 2; probes += 1) {
      gateway.clock.advance(1.2 * 2 ** (probes - 1));
      await eventually(() => Promise.resolve(receiver.calls.length === first + probes));
      await breakerOf(id, ({ state }) => state === 'OPEN');
      // Once these are listed, the claim has examined the configuration again, and sent nothing.
      await cashIns(gateway, HELD / 2);
      const breaker = await breakerOf(id, ({ heldCount }) => heldCount === FAULTS + (probes * HELD) / 2);
      expect(breaker).toMatchObject({ state: 'OPEN', openedAt: opened.openedAt, lastFailure: 'answered 503' });
      expect(receiver.calls).toHaveLength(first + probes);
    }

    const held = await searchMessages(gateway, 'HOLD');
    expect(held.totalCount).toBe(FAULTS + HELD);
    expect(held.nodes).toHaveLength(FAULTS + HELD);
    const waiting = held.nodes.filter(({ attempts }) => attempts.length === 0);
    expect(waiting).toHaveLength(HELD);
    for (const { sentDate } of waiting) expect(sentDate > opened.openedAt).toBe(true);
    expect((await searchMessages(gateway, 'FAILED')).totalCount).toBe(0);
    await expectExactTallies(gateway.app.database.entityManager);

    receiver.answer('/down', answering(200));
    gateway.clock.advance(5);
    await queueIsEmpty(gateway);
    const drained = receiver.calls.slice(first + 2);
    expect(drained).toHaveLength(FAULTS + HELD);
    expectPace(drained.map(({ atMs }) => atMs));
    for (const [nth, later] of drained.entries())
      for (const earlier of drained.slice(0, nth).filter(({ atMs }) => later.atMs - atMs > APART_MS))
        expect(positionOf(earlier)).toBeLessThan(positionOf(later));
    expect((await showConfiguration(gateway, id)).breaker).toEqual({
      state: 'CLOSED',
      openedAt: null,
      heldCount: 0,
      nextProbeAt: null,
      lastFailure: 'answered 503',
    });
    expect((await searchMessages(gateway, 'SUCCESS')).totalCount).toBe(FAULTS + HELD);
    expect((await searchMessages(gateway, 'HOLD')).totalCount).toBe(0);
    await expectExactTallies(gateway.app.database.entityManager);
  });
});

/** Returns the position of the call's event. */
function positionOf(call: ReceivedCall): number {
  return Number(headerOf(call, 'webhook-sequence').replace(/^1\./, ''));
}

/** Expects the probe first; then at most 1 call in the first second, 1 + 2 in two, 1 + 2 + 4 in three. */
function expectPace([probeAtMs = 0, ...drainedAtMs]: readonly number[]): void {
  const within = (seconds: number) => drainedAtMs.filter((atMs) => atMs < probeAtMs + seconds * 1_000).length;
  expect([within(1) <= 1, within(2) <= 3, within(3) <= 7]).toEqual([true, true, true]);
}

/** Queues a message for each event and configuration whose endpoint hangs; the parameter starts their ids. */
const QUEUE_PAST_EVENTS = `
  insert into webhook_delivery (configuration_id, event_position, partner_id, message_id, idempotency_key, due_at, sends,
    tries)
  select configuration.id, event.position, event.partner_id,
    overlay(gen_random_uuid()::text placing ? from 1 for 15)::uuid, gen_random_uuid(), event.captured_at, 0, 0
  from webhook_configuration as configuration join event on event.name = configuration.event_name
  where configuration.uri like '%/hang-%'`;

test('endpoints that hang leave places for others, no matter how many messages wait for them', async () => {
  const paths = Array.from({ length: 10 }, (_, nth) => `/hang-${nth}`);
  await cashIns(gateway, WAITING);
  await queueIsEmpty(gateway);
  for (const path of paths) {
    await createConfiguration(gateway, { uri: receiver.url(path) });
    receiver.answer(path, hanging);
  }
  const ted = { context: 'TED', eventName: 'TED_CASH_IN_WAS_CLEARED' };
  await createConfiguration(gateway, { uri: receiver.url('/healthy'), ...ted });
  // All together, as after an hour without a worker.
  await sql(gateway, QUEUE_PAST_EVENTS, [idAt(gateway.clock.now().toISOString()).slice(0, 15)]);
  await eventually(() => Promise.resolve(receiver.open >= PLACES_TAKEN_MIN));
  // One after the other: a place that one frees could be taken before the next arrives.
  for (let sent = 1; sent <= 3; sent += 1) {
    await simulateCashIn(gateway, cashInInput({ rail: 'TED' }));
    await eventually(() => Promise.resolve(receiver.callsOf('/healthy').length === sent));
  }
  const { attempts } = await messageTo(gateway, receiver.url('/healthy'));
  expect(attempts).toHaveLength(1);
  const hungAtMs = Math.min(...paths.flatMap((path) => receiver.callsOf(path).map(({ atMs }) => atMs)));
  const last = receiver.callsOf('/healthy').at(-1);
  expect((last?.atMs ?? Infinity) - hungAtMs).toBeLessThan(TIMEOUT_MS);
  for (const path of paths) receiver.answer(path, answering(204));
});
