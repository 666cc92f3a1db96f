import { describe, expect, test } from '@jest/globals';
import { answered, lost } from './calls.ts';
import { findOrder } from './find-order.ts';
import {
  pocketCallsOf,
  pocketsModel,
  type PocketAnswer,
  type PocketOperation,
  type PocketCall,
} from './pockets.model.ts';

const LIMIT = 2;
const FULL = 'MAXIMUM_POCKETS_COUNT_REGISTERED_FOR_ACCOUNT';
const REUSED = 'IDEMPOTENCY_KEY_REUSED';

type Span = readonly [number, number];

const ask = (key: string, label = key): PocketOperation => ({ key, label });
const call = (at: Span, operation: PocketOperation, answer: PocketAnswer): PocketCall =>
  answered(at, operation, answer);
const made = (at: Span, key: string, number = `n-${key}`) => call(at, ask(key), { id: number, replayed: false });
const replayed = (at: Span, key: string, number = `n-${key}`) => call(at, ask(key), { id: number, replayed: true });
const refused = (at: Span, code: string, key: string, label = key) => call(at, ask(key, label), { code });
const list = (at: Span, ...keys: string[]) =>
  call(at, 'list', { pockets: keys.map((key) => ({ label: key, number: `n-${key}` })) });

function isExplained(calls: readonly PocketCall[]): boolean {
  return 'state' in findOrder(pocketsModel(LIMIT), {}, calls);
}

describe('a history of pockets is explained', () => {
  test.each<[string, readonly PocketCall[]]>([
    ['when a key is replayed', [made([0, 1], 'a'), replayed([2, 3], 'a'), list([4, 5], 'a')]],
    ['when the twin that was answered later took effect first', [replayed([0, 5], 'a'), made([1, 8], 'a')]],
    ['when a key is sent with other input', [made([0, 1], 'a'), refused([2, 3], REUSED, 'a', 'other')]],
    ['when the account is full', [made([0, 9], 'a'), made([0, 9], 'b'), refused([1, 5], FULL, 'c')]],
    ['when a lost pocket fills it', [made([0, 1], 'a'), lost(2, ask('b')), refused([3, 4], FULL, 'c')]],
    [
      'when a lost pocket was never created',
      [lost(0, ask('a')), made([1, 2], 'b'), made([3, 4], 'c'), list([5, 6], 'b', 'c')],
    ],
    ['when a lost pocket is replayed', [lost(0, ask('a')), replayed([1, 2], 'a'), list([3, 4], 'a')]],
    ['when a lost pocket is found', [lost(0, ask('a')), list([1, 2]), list([3, 4], 'a')]],
    ['when a lost refusal left the key free', [lost(0, ask('a')), made([1, 2], 'a')]],
  ])('%s', (_, calls) => {
    expect(isExplained(calls)).toBe(true);
  });
});

describe('a history of pockets is refused', () => {
  test.each<[string, readonly PocketCall[]]>([
    ['when the quota is exceeded', [made([0, 9], 'a'), made([0, 9], 'b'), made([0, 9], 'c')]],
    [
      'when a lost pocket exceeds it',
      [lost(0, ask('a')), made([1, 2], 'b'), made([3, 4], 'c'), list([5, 6], 'a', 'b', 'c')],
    ],
    ['when an account is reported full but is not', [made([0, 1], 'a'), refused([2, 3], FULL, 'b')]],
    ['when a success is lost', [made([0, 1], 'a'), list([2, 3])]],
    ['when a pocket exists that was not requested', [made([0, 1], 'a'), list([2, 3], 'a', 'b')]],
    ['when a key creates two pockets', [made([0, 9], 'a'), made([0, 9], 'a', 'n-a2')]],
    ['when a key replays another pocket', [made([0, 1], 'a'), replayed([2, 3], 'a', 'n-a2')]],
    [
      'when two replays of a lost pocket differ',
      [lost(0, ask('a')), replayed([1, 2], 'a'), replayed([3, 4], 'a', 'n-a2')],
    ],
    ['when a key replays what was not created yet', [replayed([0, 1], 'a'), made([2, 3], 'a')]],
    [
      'when other input is replayed',
      [made([0, 1], 'a'), call([2, 3], ask('a', 'other'), { id: 'n-a', replayed: true })],
    ],
    ['when a free key is reported as reused', [refused([0, 1], REUSED, 'a'), made([2, 3], 'a')]],
    ['when a pocket is listed with another number', [made([0, 1], 'a', 'n-b'), list([2, 3], 'a')]],
    ['when a list omits an existing pocket', [made([0, 1], 'a'), list([2, 3]), list([4, 5], 'a')]],
    ['when a creation has an impossible answer', [refused([0, 1], 'INTERNAL_SERVER_ERROR', 'a')]],
  ])('%s', (_, calls) => {
    expect(isExplained(calls)).toBe(false);
  });
});

test('only lost calls that are not visible at the end are ignored', () => {
  const calls = [
    made([0, 1], 'a'),
    lost(2, ask('b')),
    lost(2, ask('c')),
    lost(2, ask('b', 'other')),
    list([3, 4], 'b'),
  ];
  expect(pocketCallsOf(calls, [{ number: 'n-b', label: 'b' }])).toEqual([calls[0], calls[1], calls[4]]);
});
