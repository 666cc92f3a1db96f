import { attemptErrorOf } from '../../../src/webhooks/archive/webhook-attempt-error.enum.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { closeAll } from '../../platform/outbound/endpoints.ts';
import { answering as answeringBytes, misdeeds } from '../../platform/outbound/misdeeds.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { answering, headerOf, Receiver } from '../../support/receiver.ts';
import {
  cashIns,
  createConfiguration,
  expectExactTallies,
  messageTo,
  searchMessages,
  showConfiguration,
  sql,
} from '../../support/webhooks.ts';
import { forgetThePast } from '../../support/world.ts';

/** Gap between tries; the clock is moved past it. */
const RETRY_SECONDS = 60;
/** Long compared with the time that an embedded database can block the process. */
const TIMEOUT_SECONDS = 3;

let gateway: Gateway;
let receiver: Receiver;
let uri: string;
let path: string;
let made = 0;

beforeAll(async () => {
  receiver = await Receiver.start();
  const environment = {
    WEBHOOK_RETRY_SECONDS: `${RETRY_SECONDS},${RETRY_SECONDS}`,
    WEBHOOK_TIMEOUT_SECONDS: String(TIMEOUT_SECONDS),
    WEBHOOK_BREAKER_FAILURES: '4',
  };
  gateway = await Gateway.start({ environment });
  await forgetThePast(gateway.app.database);
});
afterEach(async () => {
  await expectExactTallies(gateway.app.database.entityManager);
  await sql(gateway, `update webhook_configuration set status = 'DISABLED'`);
});
afterAll(async () => {
  await gateway.stop();
  await receiver.stop();
  await closeAll();
});

/** Creates a configuration of an endpoint of its own with this answer. */
async function configurationAt(answer = answering(500)): Promise<string> {
  made += 1;
  path = `/hook-${made}`;
  uri = receiver.url(path);
  receiver.answer(path, answer);
  const { id } = await createConfiguration(gateway, { uri });
  return id;
}

const failed = { state: 'FAILED', nextAttemptAt: expect.any(String) };
const abandoned = { state: 'FAILED', nextAttemptAt: null };

/** Moves the clock until a message is tried again, and waits for the call. */
async function nextTry(nth: number): Promise<void> {
  gateway.clock.advance(RETRY_SECONDS * 1.2);
  await eventually(() => Promise.resolve(receiver.callsOf(path).length > nth));
}

function secondsUntil(instant: string | null): number {
  return (new Date(instant ?? 0).getTime() - gateway.clock.now().getTime()) / 1_000;
}

/** Returns the message once `calls` calls with it are settled. */
function settled(calls: number) {
  return messageTo(gateway, uri, ({ retryCount, attempts }) => retryCount === calls - 1 && attempts.length === calls);
}

describe('a message whose call fails', () => {
  test('is tried again under its id and key until it succeeds', async () => {
    await configurationAt();
    await cashIns(gateway, 1);
    const first = await settled(1);
    expect(first).toMatchObject({ ...failed, retryCount: 0, attempts: [{ httpStatus: 500, error: 'HTTP_STATUS' }] });
    expect(secondsUntil(first.nextAttemptAt)).toBeGreaterThan(RETRY_SECONDS * 0.8 - 10);
    expect(secondsUntil(first.nextAttemptAt)).toBeLessThanOrEqual(RETRY_SECONDS * 1.2);
    await nextTry(1);
    expect(await settled(2)).toMatchObject({ ...failed, retryCount: 1 });
    receiver.answer(path, answering(201));
    await nextTry(2);
    expect(await settled(3)).toMatchObject({
      ...first,
      state: 'SUCCESS',
      retryCount: 2,
      nextAttemptAt: null,
      attempts: [{ httpStatus: 500 }, { httpStatus: 500 }, { httpStatus: 201, error: null }],
    });
    const calls = receiver.callsOf(path);
    expect(calls.map((call) => headerOf(call, 'webhook-attempt'))).toEqual(['0', '1', '2']);
    expect(new Set(calls.map((call) => headerOf(call, 'webhook-id')))).toEqual(new Set([first.id]));
    expect(new Set(calls.map((call) => headerOf(call, 'idempotency-key')))).toEqual(new Set([first.idempotencyKey]));
    expect(new Set(calls.map(({ body }) => body.toString())).size).toBe(1);
  });

  test('is FAILED finally when all its tries are used', async () => {
    await configurationAt();
    await cashIns(gateway, 1);
    await settled(1);
    await nextTry(1);
    await settled(2);
    await nextTry(2);
    expect(await settled(3)).toMatchObject({ ...abandoned, retryCount: 2 });
    expect(await sql(gateway, 'select 1 as "left" from webhook_delivery')).toEqual([]);
  });

  test.each([
    [429, { 'retry-after': '300' }, 300],
    [503, { 'retry-after': '300' }, 300],
    [429, { 'retry-after': '86400' }, 3_600],
  ])('with %d and %j waits %d seconds', async (status, headers, seconds) => {
    await configurationAt(answering(status, headers));
    await cashIns(gateway, 1);
    const { nextAttemptAt } = await settled(1);
    expect(secondsUntil(nextAttemptAt)).toBeGreaterThan(seconds - 15);
    expect(secondsUntil(nextAttemptAt)).toBeLessThanOrEqual(seconds);
  });

  test('with a redirect goes nowhere else', async () => {
    await configurationAt(answering(307, { location: receiver.url('/elsewhere') }));
    await cashIns(gateway, 1);
    expect(await settled(1)).toMatchObject({ ...failed, attempts: [{ httpStatus: 307, error: 'HTTP_STATUS' }] });
    expect(receiver.callsOf('/elsewhere')).toEqual([]);
  });

  test('with 410 is abandoned, and its configuration disabled', async () => {
    const id = await configurationAt(answering(410));
    await cashIns(gateway, 1);
    expect(await settled(1)).toMatchObject({ ...abandoned, attempts: [{ httpStatus: 410 }] });
    expect(await showConfiguration(gateway, id)).toMatchObject({ status: 'DISABLED', breaker: { state: 'CLOSED' } });
    const { totalCount } = await searchMessages(gateway);
    await configurationAt(answering(200));
    await cashIns(gateway, 1);
    await settled(1);
    expect((await searchMessages(gateway)).totalCount).toBe(totalCount + 1);
  });
});

test('answers that refuse messages never open the breaker', async () => {
  const id = await configurationAt(answering(422));
  await cashIns(gateway, 25);
  const shown = await eventually(async () => {
    const node = await showConfiguration(gateway, id);
    return node.deliveryStats.sent === 25 && node;
  });
  expect(shown).toMatchObject({
    breaker: { state: 'CLOSED', heldCount: 0, lastFailure: 'answered 422' },
    deliveryStats: { succeeded: 0, failed: 25 },
  });
});

test('a timeout and a refused connection are faults that open the breaker', async () => {
  const closed = await Receiver.start();
  const { port } = closed;
  await closed.stop();
  const ids = new Map<string, string>();
  for (const [failure, target] of [
    ['timeout after 3 s', receiver.url('/hangs')],
    ['connection refused', `http://127.0.0.1:${port}/`],
  ] as const)
    ids.set(failure, (await createConfiguration(gateway, { uri: target })).id);
  receiver.answer('/hangs', () => undefined);
  await cashIns(gateway, 4);
  for (const [failure, id] of ids) {
    const breaker = await eventually(async () => {
      const shown = (await showConfiguration(gateway, id)).breaker;
      return shown.state === 'OPEN' && shown.heldCount === 4 && shown;
    });
    expect(breaker).toMatchObject({ state: 'OPEN', lastFailure: failure, heldCount: 4 });
  }
});

test('misbehaving endpoints of every kind delay no other, and each has its outcome', async () => {
  const targets = await Promise.all(
    misdeeds.map(async ([name, write, outcome]) => ({ name, outcome, endpoint: await answeringBytes(write) })),
  );
  for (const { endpoint } of targets) await createConfiguration(gateway, { uri: endpoint.url });
  await configurationAt(answering(204));
  const began = performance.now();
  await cashIns(gateway, 1);
  const healthy = await eventually(() => Promise.resolve(receiver.callsOf(path)[0]));
  expect(healthy.atMs - began).toBeLessThan(TIMEOUT_SECONDS * 1_000);
  expect(targets.filter(({ endpoint }) => endpoint.sockets.length > 0).length).toBeGreaterThan(0);
  for (const { name, outcome, endpoint } of targets) {
    const { state, attempts } = await messageTo(gateway, endpoint.url, (message) => message.attempts.length === 1);
    expect({ name, state, attempts }).toEqual({ name, ...seenAs(outcome) });
  }
});

/** Returns how the archive shows the outcome of a call. */
function seenAs(outcome: { status?: number; failure?: { kind: string; message: string } }) {
  const { status = null, failure } = outcome;
  return {
    state: failure === undefined ? 'SUCCESS' : 'FAILED',
    attempts: [{ httpStatus: status, error: attemptErrorOf({ error: failure?.message ?? null, httpStatus: status }) }],
  };
}
