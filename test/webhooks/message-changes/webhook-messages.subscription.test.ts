import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, Gateway } from '../../support/gateway.ts';
import { socketOf } from '../../support/live-events.ts';
import { answering, Receiver } from '../../support/receiver.ts';
import { TestSocket } from '../../support/socket.ts';
import { cashIns, createConfiguration } from '../../support/webhooks.ts';
import { forgetThePast } from '../../support/world.ts';

const WATCH = `subscription ($filter: WebhookMessageFilter) {
  webhookMessages(filter: $filter) {
    id state retryCount eventName context destination nextAttemptAt elapsedHttpCall
    configuration { id } event { __typename } attempts { httpStatus }
  }
}`;

let gateway: Gateway;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  gateway = await Gateway.start({
    environment: { WEBHOOK_RETRY_SECONDS: '0.3,0.3,0.3,0.3,0.3,1,1,1,1,1', WEBHOOK_BREAKER_FAILURES: '100' },
  });
  await forgetThePast(gateway.app.database);
});
afterAll(async () => {
  TestSocket.endAll();
  await gateway.stop();
  await receiver.stop();
});

/** Watches deliveries. Once storage has answered queries sent after it, the subscription has started. */
async function watch(client = 'acme-pay', variables: object = {}) {
  const socket = await socketOf(gateway, client);
  const id = socket.subscribe(WATCH, variables);
  for (let nth = 0; nth < 3; nth += 1) await socket.run('{ paymentAccounts { totalCount nodes { id } } }');
  const shown = () => socket.messages('next', id).map(({ payload }) => payload.data.webhookMessages);
  return { shown };
}

describe('watched deliveries', () => {
  test('are shown after each try, in the order of the tries, with their related objects', async () => {
    receiver.answer('/weak', answering(500));
    const uri = receiver.url('/weak');
    const { id: configurationId } = await createConfiguration(gateway, { uri });
    const all = await watch();
    const successes = await watch('acme-pay', { filter: { states: ['SUCCESS'] } });
    const others = await watch('acme-pay', { filter: { eventNames: ['TED_CASH_IN_WAS_CLEARED'] } });
    const strangers = await watch('beta-pay');
    await cashIns(gateway, 1);
    await eventually(() => Promise.resolve(all.shown().length >= 1));
    receiver.answer('/weak', answering(204));
    await eventually(() => Promise.resolve(successes.shown().length === 1 && all.shown().at(-1).state === 'SUCCESS'));
    const tries = all.shown().length;
    const common = { destination: uri, configuration: { id: configurationId }, context: 'PIX' };
    const failed = Array.from({ length: tries - 1 }, (_, retryCount) => ({ ...common, retryCount, state: 'FAILED' }));
    const succeeded = { ...common, retryCount: tries - 1, state: 'SUCCESS', nextAttemptAt: null };
    expect(all.shown()).toMatchObject([...failed, succeeded]);
    expect(all.shown()[0].nextAttemptAt).not.toBeNull();
    expect(all.shown().at(-1).attempts).toHaveLength(tries);
    expect(new Set(all.shown().map(({ id }) => id)).size).toBe(1);
    expect(successes.shown()).toMatchObject([{ state: 'SUCCESS' }]);
    expect([...others.shown(), ...strangers.shown()]).toEqual([]);
  });

  test('are each shown once, even if there are many', async () => {
    const uri = receiver.url('/strong');
    await createConfiguration(gateway, { uri, eventName: 'PIX_CASH_IN_WAS_CLEARED' });
    const { shown } = await watch('acme-pay', { filter: { eventNames: ['PIX_CASH_IN_WAS_CLEARED'] } });
    await cashIns(gateway, 40);
    await eventually(() => Promise.resolve(shown().length >= 40));
    expect(new Set(shown().map(({ id }) => id)).size).toBe(40);
    expect(shown()).toHaveLength(40);
  });

  test('are not shown to a token without the scope', async () => {
    const socket = await socketOf(gateway, 'acme-pay', 'account.read');
    const id = socket.subscribe(WATCH);
    expect(await socket.next('error', id)).toMatchObject({ payload: [{ extensions: { code: 'FORBIDDEN' } }] });
  });
});
