import { expect, test } from '@jest/globals';
import { messageProblems, type ReceivedMessage, type ShownEvent } from './messages.rules.ts';

const event = (entityId: string, name = 'MADE'): ShownEvent => ({
  ...{ name, subject: entityId, entityId, correlationId: 'c', position: 7 },
  ...{ idempotencyKey: `key-${entityId}`, sequence: '2.7' },
});
const message = (entityId: string, changes: Partial<ReceivedMessage> = {}): ReceivedMessage => ({
  ...{ messageId: `m-${entityId}`, sequence: '2.7' },
  body: { entityId, name: 'MADE', idempotencyKey: `key-${entityId}` },
  ...changes,
});

function problemsOf(received: readonly ReceivedMessage[], ...log: readonly ShownEvent[]): readonly string[] {
  const known = new Map([event('old'), ...log].map((one) => [one.idempotencyKey, one]));
  return messageProblems(received, { log, known, names: ['MADE'] });
}

test('messages are right if each is of one event, also if it arrives repeatedly or late', () => {
  const received = [message('a'), message('old'), message('a')];
  expect(problemsOf(received, event('a'), event('b', 'OTHER'))).toEqual([]);
});

test.each<readonly [string, readonly ReceivedMessage[], readonly string[]]>([
  ['when one has not arrived', [], ['MADE of a was not delivered.']],
  [
    'when an event has two of them',
    [message('a'), message('a', { messageId: 'm-2' })],
    ['Event key-a has more than one message.'],
  ],
  [
    'when one is not of an event',
    [message('a'), message('b')],
    ['Message m-b is of MADE of b, which is not in the log.'],
  ],
  [
    'when one has another sequence',
    [message('a', { sequence: '2.8' })],
    [`Message m-a says 2.8 MADE a: ${JSON.stringify(event('a'))}.`],
  ],
])('messages are wrong %s', (_, received, problems) => {
  expect(problemsOf(received, event('a'))).toEqual(problems);
});
