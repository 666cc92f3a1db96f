import { describe, expect, test } from '@jest/globals';
import { oldestSearchDate } from '../../../src/kernel/search-period.ts';
import { deliveriesTo, sentDateOf } from '../../../src/playground/sandbox-world/past-deliveries.value.ts';
import { pastUntil } from '../../../src/playground/sandbox-world/past-events.value.ts';
import { systemRandom } from '../../../src/platform/system.ts';

const ACCOUNT = { id: '0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55', branch: '0001', number: '200001' };

describe('the past of the sandbox', () => {
  test.each([
    ['2027-01-01T00:00:00.000Z'],
    ['2027-02-28T23:59:59.999Z'],
    ['2028-02-29T12:00:00.000Z'],
    ['2027-03-01T00:00:00.001Z'],
    ['2027-08-31T10:30:00.000Z'],
    ['2027-12-31T23:59:59.999Z'],
  ])('is, as seen from %s, before it and within the search, also a week later', (instant) => {
    const now = new Date(instant);
    const { events } = pastUntil(now, [ACCOUNT], systemRandom);
    const target = { id: ACCOUNT.id, uri: 'https://hooks.acme-pay.example', fate: 'SERVES' } as const;
    const deliveries = deliveriesTo(target, events, systemRandom);
    const oldest = `${oldestSearchDate(new Date(now.getTime() + 7 * 86_400_000))}T00:00:00.000Z`;
    const sentDates = deliveries.map((delivery) => sentDateOf(delivery).toISOString());
    expect(sentDates).toHaveLength(65);
    for (const sentDate of sentDates) expect(oldest <= sentDate && sentDate < instant).toBe(true);
    for (const { at } of deliveries.flatMap(({ calls }) => calls)) expect(at.toISOString() < instant).toBe(true);
  });

  test('has events in the order of capture', () => {
    const { events } = pastUntil(new Date('2027-08-31T10:30:00.000Z'), [ACCOUNT], systemRandom);
    const captured = events.map(({ capturedAt }) => capturedAt.toISOString());
    expect(captured).toEqual(captured.toSorted());
    for (const { occurredAt, capturedAt } of events) expect(occurredAt < capturedAt).toBe(true);
  });
});
