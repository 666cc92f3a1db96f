import { expect, test } from '@jest/globals';
import '../../../src/capabilities.ts';
import { filterValues } from '../../../src/events/readers/webhook-event-filter.args.ts';
import { WebhookEventFilter } from '../../../src/events/readers/webhook-event-filter.input.ts';
import { EventContext, EventName } from '../../../src/kernel/domain-event.ts';

test('an event filter is no longer than its enums, even if values are repeated', () => {
  const repeated = <Value>(values: readonly Value[]) => Array.from({ length: 5_000 }, () => values).flat();
  const eventNames = repeated(Object.values(EventName));
  const contexts = repeated(Object.values(EventContext));
  const [, , kinds] = filterValues(Object.assign(new WebhookEventFilter(), { eventNames, contexts }));
  // Each name has one context, except OTHER, which can have any.
  expect(kinds).toHaveLength(Object.values(EventName).length - 1 + Object.values(EventContext).length);
  expect(filterValues(Object.assign(new WebhookEventFilter(), { eventNames: [] }))).toEqual(Array(6).fill(null));
});

test('a filter of names and contexts matches events that have one of each', () => {
  const kindsOf = (filter: object) => filterValues(Object.assign(new WebhookEventFilter(), filter))[2];
  expect(kindsOf({ contexts: ['TED'] })).toEqual([
    ...['TED TED_CASH_IN_WAS_RECEIVED', 'TED TED_CASH_IN_WAS_CLEARED', 'TED OTHER'],
  ]);
  expect(kindsOf({ contexts: ['TED'], eventNames: ['OTHER'] })).toEqual(['TED OTHER']);
  expect(kindsOf({ contexts: ['PIX'], eventNames: ['TED_CASH_IN_WAS_CLEARED'] })).toEqual([]);
});

test('an event filter accepts at most 100 raw names', () => {
  const names = Array.from({ length: 101 }, (_, nth) => `NAME_${nth}`);
  const valuesOf = (rawNames: string[]) => filterValues(Object.assign(new WebhookEventFilter(), { rawNames }));
  expect(valuesOf([...names.slice(1), ...names.slice(1)])[3]?.length).toBe(100);
  expect(() => valuesOf(names)).toThrow('Give at most 100 values.');
});

test.each([
  // As long as a stored raw name can be.
  ['rawNames', 150],
  ['rawContexts', 100],
  ['entityIds', 100],
  ['accountNumbers', 100],
])('an event filter accepts values of %s of 1 to %d characters', (field, most) => {
  const valuesOf = (value: string) => filterValues(Object.assign(new WebhookEventFilter(), { [field]: [value] }));
  for (const value of ['a', 'a'.repeat(most)]) expect(valuesOf(value)).toContainEqual([value]);
  for (const value of ['', 'a'.repeat(most + 1)])
    expect(() => valuesOf(value)).toThrow(`Give values of 1 to ${most} characters.`);
});
