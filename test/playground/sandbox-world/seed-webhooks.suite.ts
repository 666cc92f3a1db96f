import { beforeAll, describe, expect, test } from '@jest/globals';
import { parse as bytesOf } from 'uuid';
import { durationText } from '../../../src/kernel/duration.ts';
import { Installation } from '../../../src/platform/schema/installation.entity.ts';
import { oldestKept } from '../../../src/platform/schema/monthly-partitions.ts';
import { SecretBox } from '../../../src/platform/secrets/secret-box.ts';
import { ATTEMPT_MONTHS } from '../../../src/webhooks/archive/webhook-months.ts';
import { searchMessages, wholePeriod, type SeededMessage } from '../../support/seeded-webhooks.ts';
import { gateway } from '../../support/sandbox-gateway.ts';

describe('its webhooks', () => {
  interface ShownConfiguration {
    readonly id: string;
    readonly name: string;
    readonly eventName: string;
    readonly uri: string;
    readonly status: string;
    readonly createdAt: string;
    readonly updatedAt: string | null;
    readonly breaker: { readonly state: string; readonly heldCount: number; readonly nextProbeAt: string | null };
    readonly deliveryStats: { readonly sent: number; readonly succeeded: number; readonly failed: number };
  }

  const CONFIGURATIONS = `query ($startDate: SearchDate!, $endDate: SearchDate!) {
  webhookConfigurations(first: 100) { totalCount nodes {
    id name eventName uri status createdAt updatedAt
    breaker { state heldCount nextProbeAt }
    deliveryStats(startDate: $startDate, endDate: $endDate) { sent succeeded failed }
  } }
}`;
  const DAY_MS = 86_400_000;

  let messages: SeededMessage[];
  let configurations: ShownConfiguration[];

  beforeAll(async () => {
    ({ messages } = await searchMessages(gateway));
    const variables = wholePeriod(gateway.clock.now());
    ({
      webhookConfigurations: { nodes: configurations },
    } = await gateway.data({ query: CONFIGURATIONS, variables }));
  });

  function sql<Row extends object>(text: string): Promise<Row[]> {
    return gateway.app.database.entityManager.getConnection().execute<Row[]>(text);
  }

  /** Counts the items of each kind. */
  function countBy<Item>(items: readonly Item[], kindOf: (item: Item) => string): Record<string, number> {
    return Object.fromEntries([...Map.groupBy(items, kindOf)].map(([kind, { length }]) => [kind, length]));
  }

  describe('the webhook configurations of the sandbox', () => {
    test('are twelve: one DISABLED, one never updated, the others updated after they were created', () => {
      expect(configurations).toHaveLength(12);
      expect(countBy(configurations, ({ status }) => status)).toEqual({ ENABLED: 11, DISABLED: 1 });
      expect(configurations.filter(({ updatedAt }) => updatedAt === null)).toHaveLength(1);
      expect(
        configurations.filter(({ createdAt, updatedAt }) => updatedAt !== null && updatedAt > createdAt),
      ).toHaveLength(11);
    });

    test('are two for each event that money and registrations cause by themselves, on hosts that do not exist', () => {
      const names = [
        ...['CUSTOMER_WAS_APPROVED', 'CUSTOMER_WAS_RECEIVED', 'CUSTOMER_WAS_REPROVED'],
        ...['PIX_CASH_IN_WAS_CLEARED', 'PIX_CASH_IN_WAS_RECEIVED', 'TED_CASH_IN_WAS_CLEARED'],
      ];
      const two = Object.fromEntries(names.map((name) => [name, 2]));
      expect(countBy(configurations, ({ eventName }) => eventName)).toEqual(two);
      for (const { uri } of configurations) expect(uri).toMatch(/^https:\/\/[a-z]+\.acme-pay\.example\//);
    });

    test('have one open breaker, which holds all held messages and stays open for years', () => {
      const open = configurations.filter(({ breaker }) => breaker.state !== 'CLOSED');
      const held = messages.filter(({ state }) => state === 'HOLD');
      expect(open).toHaveLength(1);
      expect(open[0]?.breaker).toMatchObject({ state: 'OPEN', heldCount: held.length });
      expect(new Set(held.map(({ configuration }) => configuration.id))).toEqual(new Set([open[0]?.id]));
      const probeAt = Date.parse(open[0]?.breaker.nextProbeAt ?? '');
      expect(probeAt).toBeGreaterThan(gateway.clock.now().getTime() + 5 * 365 * DAY_MS);
    });

    test('count the calls of their messages', () => {
      for (const { id, deliveryStats } of configurations) {
        const sent = messages.filter(({ configuration, state }) => configuration.id === id && state !== 'HOLD');
        expect(deliveryStats).toMatchObject({
          sent: sent.reduce((calls, { retryCount }) => calls + retryCount + 1, 0),
          succeeded: sent.filter(({ state }) => state === 'SUCCESS').length,
        });
      }
    });

    test('have secrets of their own, encrypted', async () => {
      const { secret } = await gateway.app.database.entityManager.fork().findOneOrFail(Installation, 1);
      const box = new SecretBox([secret, 'a passphrase of the tests']);
      const rows = await sql<{ id: string; secret: string }>('select id, secret from webhook_configuration');
      const secrets = rows.map(({ id, secret }) => box.open(secret, id));
      for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(new Set(secrets).size).toBe(12);
    });
  });

  describe('the messages of the sandbox', () => {
    test('are 130, in all states and in all contexts except that of pockets', () => {
      expect(messages).toHaveLength(130);
      expect(new Set(messages.map(({ id }) => id)).size).toBe(130);
      expect(new Set(messages.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(130);
      expect(Object.keys(countBy(messages, ({ state }) => state)).toSorted()).toEqual(['FAILED', 'HOLD', 'SUCCESS']);
      expect(Object.keys(countBy(messages, ({ context }) => context)).toSorted()).toEqual(['CUSTOMER', 'PIX', 'TED']);
    });

    test('were sent in the last six months, more than a page in the last one', () => {
      const { startDate } = wholePeriod(gateway.clock.now());
      const monthAgo = new Date(gateway.clock.now().getTime() - 30 * DAY_MS).toISOString();
      const dates = messages.map(({ sentDate }) => sentDate);
      expect(dates).toEqual(dates.toSorted().reverse());
      for (const date of dates) expect(startDate < date && date < gateway.clock.now().toISOString()).toBe(true);
      expect(dates.filter((date) => date > monthAgo).length).toBeGreaterThan(20);
    });

    test.each([
      [{ state: 'SUCCESS' }],
      [{ state: 'FAILED' }],
      [{ state: 'HOLD' }],
      [{ context: 'TED' }],
      [{ eventName: 'CUSTOMER_WAS_APPROVED', state: 'SUCCESS' }],
    ])('are found by %j, and counted', async (filter) => {
      const lists = Object.entries(filter).map(([name, value]) => [`${name}s`, [value]]);
      const found = await searchMessages(gateway, Object.fromEntries(lists));
      const wanted = messages.filter((message) =>
        Object.entries(filter).every(([name, value]) => Reflect.get(message, name) === value),
      );
      expect(found.messages).toEqual(wanted);
      expect(found.totalCount).toBe(wanted.length);
      expect(wanted.length).toBeGreaterThan(0);
    });

    test('have the attempts that are still kept, the last of which decides their state', () => {
      const oldest = oldestKept(ATTEMPT_MONTHS, gateway.clock.now()).toISOString();
      const kept = messages.filter(({ state, sentDate }) => state !== 'HOLD' && sentDate >= oldest);
      for (const { state, attempts, sentDate, retryCount, elapsedHttpCall } of kept) {
        expect(attempts).toHaveLength(retryCount + 1);
        expect(attempts[0]?.at).toBe(sentDate);
        expect(attempts.at(-1)).toMatchObject({ elapsedHttpCall });
        const succeeded = attempts.map((_, nth) => state === 'SUCCESS' && nth === retryCount);
        expect(attempts.map(({ error }) => error === null)).toEqual(succeeded);
      }
      expect(kept.filter(({ retryCount }) => retryCount > 0).length).toBeGreaterThan(5);
    });

    test('have no next attempt, and no attempts at all while they are held', () => {
      for (const { nextAttemptAt } of messages) expect(nextAttemptAt).toBeNull();
      for (const { attempts, retryCount, elapsedHttpCall } of messages.filter(({ state }) => state === 'HOLD'))
        expect({ attempts, retryCount, elapsedHttpCall }).toEqual({
          attempts: [],
          retryCount: 0,
          elapsedHttpCall: null,
        });
    });

    test('have an id with the time of their capture, shortly after the event', () => {
      for (const { id, event, sentDate, elapsedEventCapture } of messages) {
        const capturedAt = Number.parseInt(Buffer.from(bytesOf(id)).subarray(0, 6).toString('hex'), 16);
        const elapsedMs = capturedAt - Date.parse(event.occurredAt);
        expect(elapsedEventCapture).toBe(durationText(elapsedMs * 1_000));
        expect(Date.parse(sentDate)).toBeGreaterThanOrEqual(capturedAt);
      }
    });
  });
});
