import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { settleAndClaim } from '../../../src/webhooks/deliveries/settle-and-claim.ts';
import { systemRandom } from '../../../src/platform/system.ts';
import { closeAll, listenHttp } from '../../platform/outbound/endpoints.ts';
import { cashInInput, simulateCashIn } from '../../support/cash-ins.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { searchMessages } from '../../support/seeded-webhooks.ts';
import { TestClock } from '../../support/test-clock.ts';

const SECONDS_PER_YEAR = 365 * 86_400;

describe('a claim', () => {
  let own: OwnDatabase;

  beforeAll(async () => {
    own = await OwnDatabase.open();
  });
  afterAll(() => own.close());

  const waiting = () =>
    own.sql('select message_id, due_at, sends, tries from webhook_delivery order by event_position');

  test.each([
    ['now', 0],
    ['in a year', SECONDS_PER_YEAR],
  ])('finds none of the seeded messages %s', async (_when, seconds) => {
    const clock = new TestClock();
    clock.advance(seconds);
    const before = await waiting();
    expect(before).not.toEqual([]);
    const limits = { failures: 5, restSeconds: 30 };
    const rules = { random: systemRandom, limits, retryGapsSeconds: [] };
    const dependencies = { ...rules, database: own.database, clock, leaseSeconds: 15 };
    const { deliveries } = await settleAndClaim(dependencies, {
      results: [],
      slots: { free: 1_024, takenBy: new Map() },
    });
    expect(deliveries).toEqual([]);
    expect(await waiting()).toEqual(before);
  });
});

describe('a gateway with its workers', () => {
  const CREATE = `mutation ($input: CreateWebhookConfigurationInput!) {
    createWebhookConfiguration(input: $input) { __typename }
  }`;
  let gateway: Gateway;

  beforeAll(async () => {
    gateway = await Gateway.start();
  });
  afterAll(async () => {
    await gateway.stop();
    await closeAll();
  });

  test('sends new messages, and leaves the seeded ones unchanged', async () => {
    const { messages: before } = await searchMessages(gateway);
    const received: string[] = [];
    const { url: uri } = await listenHttp((request, response) => {
      received.push(String(request.headers['webhook-event']));
      response.end();
    });
    const eventName = 'PIX_CASH_IN_WAS_CLEARED';
    const input = { name: 'New', context: 'PIX', eventName, uri, publicKey: 'new' };
    await gateway.data({ query: CREATE, variables: { input } });
    await simulateCashIn(gateway, cashInInput());
    await eventually(() => Promise.resolve(received.length > 0));
    const seeded = new Set(before.map(({ id }) => id));
    // The new event is sent to the seeded systems too; the open breaker holds one of these messages.
    const all = await eventually(async () => {
      const { messages } = await searchMessages(gateway);
      return messages.filter(({ id }) => !seeded.has(id)).length === 5 && messages;
    });
    expect(all.filter(({ id }) => seeded.has(id))).toEqual(before);
    expect(received).toEqual([eventName]);
  });
});
