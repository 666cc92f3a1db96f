import { expect, test } from '@jest/globals';
import { auditProblems, type AuditedCall } from './audit.rules.ts';

const call = (correlationId: string, result?: string, answer?: object): AuditedCall => ({
  ...{ correlationId, mutation: 'make', result, answer },
});
const entry = (correlationId: string, result: string) => ({ correlationId, mutation: 'make', result });

test('an audit trail is right if it has one entry for each effect', () => {
  const calls = [
    call('a', 'MakeSuccess', { replayed: false }),
    call('b', 'MakeSuccess', { replayed: true }),
    call('c', 'FullError', { code: 'FULL' }),
    call('d'),
    call('e'),
  ];
  expect(auditProblems(calls, [entry('a', 'MakeSuccess'), entry('d', 'MakeSuccess'), entry('d', 'Failed')])).toEqual(
    [],
  );
});

test.each([
  ['an effect is missing', call('a', 'MakeSuccess', {}), [], 'make a has no audit entry.'],
  [
    'a lost call has two entries',
    call('a'),
    [entry('a', 'X'), entry('a', 'X')],
    'make a (undefined) has the audit entries X, X.',
  ],
  [
    'an entry differs from the answer',
    call('a', 'FullError', { code: 'FULL' }),
    [entry('a', 'MakeSuccess')],
    'make a was answered FullError, and its audit entry says MakeSuccess.',
  ],
])('an audit trail is wrong when %s', (_, one, entries, problem) => {
  expect(auditProblems([one], entries)).toEqual([problem]);
});
