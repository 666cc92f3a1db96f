import { expect, test } from '@jest/globals';
import { answered, lost } from './calls.ts';
import { logProblems, type TracedCall } from './event-log.rules.ts';
import type { PocketAnswer, PocketAsked } from './pockets.model.ts';

const asked: PocketAsked = { key: 'key', label: 'label' };
const traced = (correlationId: string, at: readonly [number, number], answer: PocketAnswer): TracedCall => ({
  ...answered(at, asked, answer),
  correlationId,
});
const made = (number: string, at: readonly [number, number]) => traced(number, at, { number, replayed: false });
const unheard = (number: string): TracedCall => ({ ...lost(0, asked), correlationId: number });
const event = (entityId: string, correlationId = entityId) => ({ entityId, correlationId });

test('a log is right that has each success once, and of lost answers what it likes', () => {
  const calls = [made('a', [0, 1]), unheard('b'), unheard('c'), made('d', [2, 5]), made('e', [2, 5])];
  const replay = traced('f', [6, 7], { number: 'b', replayed: true });
  expect(logProblems([...calls, replay], [event('a'), event('b'), event('e'), event('d')])).toEqual([]);
});

test.each([
  ['a success without an event', [made('a', [0, 1])], [], ['a has no event.']],
  ['a replay without an event', [traced('r', [0, 1], { number: 'a', replayed: true })], [], ['a has no event.']],
  ['an event that nobody asked for', [], [event('a')], ['Nobody asked for the event of a.']],
  [
    'an event of a refusal',
    [traced('r', [0, 1], { code: 'FULL' })],
    [event('a', 'r')],
    ['The event of a comes of a call that was answered {"code":"FULL"}.'],
  ],
  [
    'an event of a replay',
    [made('a', [0, 1]), traced('r', [2, 3], { number: 'a', replayed: true })],
    [event('a'), event('b', 'r')],
    ['The event of b comes of a call that was answered {"number":"a","replayed":true}.'],
  ],
  [
    'an event that is there twice',
    [made('a', [0, 1])],
    [event('a'), event('a')],
    ['a has more than one event.', 'The call a has more than one event.'],
  ],
  [
    'a lost call with two events',
    [unheard('x')],
    [event('a', 'x'), event('b', 'x')],
    ['The call x has more than one event.'],
  ],
  [
    'events in another order than that of their effects',
    [made('a', [0, 1]), made('b', [2, 9]), made('c', [3, 4])],
    [event('b'), event('c'), event('a')],
    [
      'a was answered before c was asked for, and is after it in the log.',
      'a was answered before b was asked for, and is after it in the log.',
    ],
  ],
])('a log is wrong that has %s', (_, calls, log, problems) => {
  expect(logProblems(calls, log)).toEqual(problems);
});
