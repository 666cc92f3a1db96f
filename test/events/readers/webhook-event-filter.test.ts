import { expect, test } from '@jest/globals';
import '../../../src/capabilities.ts';
import { filterValues } from '../../../src/events/readers/webhook-event-filter.args.ts';
import { WebhookEventFilter } from '../../../src/events/readers/webhook-event-filter.input.ts';
import { EventContext, EventName } from '../../../src/kernel/domain-event.ts';

test('a filter of events is no longer than its enums, however often a value is given', () => {
  const repeated = <Value>(values: readonly Value[]) => Array.from({ length: 5_000 }, () => values).flat();
  const eventNames = repeated(Object.values(EventName));
  const contexts = repeated(Object.values(EventContext));
  const [, , kinds] = filterValues(Object.assign(new WebhookEventFilter(), { eventNames, contexts }));
  // Each name has a context, and OTHER may have any.
  expect(kinds).toHaveLength(Object.values(EventName).length - 1 + Object.values(EventContext).length);
  expect(filterValues(Object.assign(new WebhookEventFilter(), { eventNames: [] }))).toEqual(Array(6).fill(null));
});

test('a filter of names and contexts is for what has one of either', () => {
  const kindsOf = (filter: object) => filterValues(Object.assign(new WebhookEventFilter(), filter))[2];
  expect(kindsOf({ contexts: ['TED'] })).toEqual([...['TED TED_CASH_IN_WAS_CLEARED', 'TED OTHER']]);
  expect(kindsOf({ contexts: ['TED'], eventNames: ['OTHER'] })).toEqual(['TED OTHER']);
  expect(kindsOf({ contexts: ['PIX'], eventNames: ['TED_CASH_IN_WAS_CLEARED'] })).toEqual([]);
});

test('a filter of events takes a hundred raw names', () => {
  const names = Array.from({ length: 101 }, (_, nth) => `NAME_${nth}`);
  const valuesOf = (rawNames: string[]) => filterValues(Object.assign(new WebhookEventFilter(), { rawNames }));
  expect(valuesOf([...names.slice(1), ...names.slice(1)])[3]?.length).toBe(100);
  expect(() => valuesOf(names)).toThrow('Give at most 100 values.');
});
