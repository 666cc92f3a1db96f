import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, Gateway } from '../../support/gateway.ts';
import { socketOf } from '../../support/live-events.ts';
import { answering, Receiver } from '../../support/receiver.ts';
import { TestSocket } from '../../support/socket.ts';
import { cashIns, createConfiguration, showConfiguration } from '../../support/webhooks.ts';
import { forgetThePast } from '../../support/world.ts';

const WATCH =
  'subscription ($states: [WebhookMessageState!]) { webhookMessages(filter: { states: $states }) { id state } }';
/** Messages that wait for a later try when the breaker opens. */
const REFUSED = 12;
const FAULTS = 2;

let gateway: Gateway;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  const environment = {
    WEBHOOK_RETRY_SECONDS: '3600,3600,3600',
    WEBHOOK_BREAKER_FAILURES: String(FAULTS),
    WEBHOOK_BREAKER_SECONDS: '1',
  };
  gateway = await Gateway.start({ environment });
  await forgetThePast(gateway.app.database);
});
afterAll(async () => {
  TestSocket.endAll();
  await gateway.stop();
  await receiver.stop();
});

async function watch(variables: object = {}) {
  const socket = await socketOf(gateway);
  const id = socket.subscribe(WATCH, variables);
  for (let nth = 0; nth < 3; nth += 1) await socket.run('{ paymentAccounts { totalCount nodes { id } } }');
  const shown = (): { id: string; state: string }[] =>
    socket.messages('next', id).map(({ payload }) => payload.data.webhookMessages);
  return { shown, forget: () => (socket.received.length = 0) };
}

describe('messages that wait for a later try', () => {
  test('are shown as HOLD when the breaker opens, and as FAILED again when it has closed', async () => {
    const { id: configurationId } = await createConfiguration(gateway, { uri: receiver.url('/moody') });
    const isBreaker = (state: string) =>
      eventually(async () => (await showConfiguration(gateway, configurationId)).breaker.state === state);
    const [all, held] = [await watch(), await watch({ states: ['HOLD'] })];

    receiver.answer('/moody', answering(400));
    await cashIns(gateway, REFUSED);
    await eventually(() => Promise.resolve(all.shown().length === REFUSED));
    expect(new Set(all.shown().map(({ state }) => state))).toEqual(new Set(['FAILED']));
    const refused = new Set(all.shown().map(({ id }) => id));
    expect(held.shown()).toEqual([]);
    all.forget();

    receiver.answer('/moody', answering(503));
    await cashIns(gateway, FAULTS);
    await isBreaker('OPEN');
    const waiting = () => new Map(all.shown().map(({ id, state }) => [id, state]));
    await eventually(() => Promise.resolve([...refused].every((id) => waiting().get(id) === 'HOLD')));
    await eventually(() => Promise.resolve(new Set(held.shown().map(({ id }) => id)).size === REFUSED + FAULTS));
    expect(all.shown().filter(({ id }) => refused.has(id))).toHaveLength(REFUSED);
    all.forget();

    receiver.answer('/moody', answering(204));
    await cashIns(gateway, 1);
    await eventually(() => Promise.resolve([...waiting().values()].includes('HOLD')));
    gateway.clock.advance(5);
    await isBreaker('CLOSED');
    await eventually(() => Promise.resolve([...refused].every((id) => waiting().get(id) === 'FAILED')));
    expect(all.shown().filter(({ id }) => refused.has(id))).toHaveLength(REFUSED);
    expect([...waiting().values()].filter((state) => state === 'SUCCESS')).toHaveLength(1);
  });
});
