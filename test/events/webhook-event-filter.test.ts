import { expect, test } from '@jest/globals';
import { filterValues } from '../../src/events/webhook-event-filter.args.ts';
import { WebhookEventFilter } from '../../src/events/webhook-event-filter.input.ts';
import { EventContext, EventName } from '../../src/kernel/domain-event.ts';

test('a filter of events is no longer than its enums, however often a value is given', () => {
  const repeated = <Value>(values: readonly Value[]) => Array.from({ length: 5_000 }, () => values).flat();
  const eventNames = repeated(Object.values(EventName));
  const contexts = repeated(Object.values(EventContext));
  const [names, ofContexts] = filterValues(Object.assign(new WebhookEventFilter(), { eventNames, contexts }));
  expect([names?.length, ofContexts?.length]).toEqual([
    Object.values(EventName).length,
    Object.values(EventContext).length,
  ]);
  expect(filterValues(Object.assign(new WebhookEventFilter(), { eventNames: [] }))).toEqual(Array(7).fill(null));
});

test('a filter of events takes a hundred raw names', () => {
  const names = Array.from({ length: 101 }, (_, nth) => `NAME_${nth}`);
  const valuesOf = (rawNames: string[]) => filterValues(Object.assign(new WebhookEventFilter(), { rawNames }));
  expect(valuesOf([...names.slice(1), ...names.slice(1)])[2]?.length).toBe(100);
  expect(() => valuesOf(names)).toThrow('Give at most 100 values.');
});
