import { expect, test } from '@jest/globals';
import { logProblems, type EventNames, type LoggedEvent, type TracedCall } from './event-log.rules.ts';

type Span = readonly [number, number];

const ONE: EventNames = { events: ['MADE'] };
const TWO: EventNames = { events: ['CAME', 'CLEARED'] };
const STARTED: EventNames = { events: ['MADE'], later: ['DECIDED'] };

/** Returns a call with the correlation id `id`. */
function traced(id: string, [calledAt, answeredAt]: Span, told: TracedCall['told'], names = ONE): TracedCall {
  return { correlationId: id, calledAt, answeredAt, told, ...names };
}

const made = (subject: string, at: Span, names = ONE) => traced(subject, at, { subject, replayed: false }, names);
const replayed = (subject: string, at: Span) => traced('r', at, { subject, replayed: true });
const unanswered = (id: string, names = ONE) => traced(id, [0, Infinity], 'lost', names);
const event = (subject: string, name = 'MADE', correlationId = subject) => ({ subject, name, correlationId });

function log(...events: Omit<LoggedEvent, 'position'>[]): LoggedEvent[] {
  return events.map((one, index) => ({ ...one, position: index + 7 }));
}

test('a log is right if it has each success once, and all or nothing of a lost call', () => {
  const calls = [made('a', [0, 1]), unanswered('b'), unanswered('c'), made('d', [2, 5]), made('e', [2, 5])];
  const others = [replayed('b', [6, 7]), made('f', [8, 9], TWO), unanswered('g', TWO), made('h', [3, 4], STARTED)];
  const events = [
    event('a'),
    event('b'),
    event('h'),
    event('e'),
    event('d'),
    event('f', 'CAME'),
    event('f', 'CLEARED'),
  ];
  expect(logProblems([...calls, ...others], log(...events, event('h', 'DECIDED')))).toEqual([]);
});

test.each<readonly [string, readonly TracedCall[], readonly LoggedEvent[], readonly string[]]>([
  [
    'a success without an event',
    [made('a', [0, 1])],
    [],
    ['The call a ({"subject":"a","replayed":false}) has the events [], not [MADE].'],
  ],
  ['a replay without an event', [replayed('a', [0, 1])], [], ['a has no event.']],
  ['an event that was not requested', [], log(event('a')), ['Nobody requested MADE of a.']],
  [
    'an event of a refusal',
    [traced('r', [0, 1], 'refused')],
    log(event('a', 'MADE', 'r')),
    ['The call r (refused) has the events [MADE], not [].'],
  ],
  [
    'an event of a replay',
    [made('a', [0, 1]), replayed('a', [2, 3])],
    log(event('a'), event('b', 'MADE', 'r')),
    ['The call r ({"subject":"a","replayed":true}) has the events [MADE], not [].'],
  ],
  [
    'an event about another subject',
    [made('a', [0, 1])],
    log(event('b', 'MADE', 'a')),
    ['The call a ({"subject":"a","replayed":false}) has MADE of b.'],
  ],
  [
    'an event twice',
    [made('a', [0, 1])],
    log(event('a'), event('a')),
    [
      'The call a ({"subject":"a","replayed":false}) has the events [MADE, MADE], not [MADE].',
      'MADE of a is there 2 times.',
    ],
  ],
  [
    'half of a lost call',
    [unanswered('x', TWO)],
    log(event('x', 'CAME')),
    ['The call x (lost) has the events [CAME], not [CAME, CLEARED].'],
  ],
  [
    'events of one transaction in the wrong order',
    [made('a', [0, 1], TWO)],
    log(event('a', 'CLEARED'), event('a', 'CAME')),
    ['The call a ({"subject":"a","replayed":false}) has the events [CLEARED, CAME], not [CAME, CLEARED].'],
  ],
  [
    'a decision before its request',
    [made('a', [0, 1], STARTED)],
    log(event('a', 'DECIDED'), event('a')),
    ['The call a ({"subject":"a","replayed":false}) has the events [DECIDED, MADE], not [MADE, DECIDED].'],
  ],
  [
    'a gap',
    [made('a', [0, 1]), made('b', [2, 3])],
    [
      { ...event('a'), position: 3 },
      { ...event('b'), position: 5 },
    ],
    ['Position 5 follows 3.'],
  ],
  [
    'events in another order than their effects',
    [made('a', [0, 1]), made('b', [2, 9]), made('c', [3, 4])],
    log(event('b'), event('c'), event('a')),
    [
      'a was answered before c was requested, and is after it in the log.',
      'a was answered before b was requested, and is after it in the log.',
    ],
  ],
])('a log is wrong if it has %s', (_, calls, events, problems) => {
  expect(logProblems(calls, events)).toEqual(problems);
});
