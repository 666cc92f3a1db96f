import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { archive } from '../../support/archive.ts';
import { newConfiguration } from '../../support/configurations.ts';
import { Gateway } from '../../support/gateway.ts';
import { reading } from '../../support/metrics.ts';
import { forgetThePast } from '../../support/world.ts';

const DAY_MS = 86_400_000;
const EVENT = 'PIX_CASH_IN_WAS_CLEARED';

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start();
  await forgetThePast(gateway.app.database);
});
afterAll(() => gateway.stop());

test('gateway_webhook_messages counts messages of the last seven days, not the whole archive', async () => {
  const configurationId = await newConfiguration(gateway);
  const today = Date.parse(gateway.clock.now().toISOString().slice(0, 10));
  const sent = (days: number) => new Date(today - days * DAY_MS).toISOString();
  const message = { configurationId, eventName: EVENT } as const;
  await archive(gateway, [
    ...[0, 0, 6, 7, 40].map((days) => ({ ...message, progress: 'SUCCESS' as const, sentDate: sent(days) })),
    ...[1, 100].map((days) => ({ ...message, progress: 'WAITING' as const, sentDate: sent(days) })),
  ]);
  const states = ['success', 'waiting', 'failed'];
  const counts = await Promise.all(
    states.map((state) => reading(gateway, `gateway_webhook_messages{state="${state}"}`)),
  );
  expect(counts).toEqual([3, 1, undefined]);
});
