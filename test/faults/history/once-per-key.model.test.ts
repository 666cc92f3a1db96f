import { describe, expect, test } from '@jest/globals';
import { answered, lost } from './calls.ts';
import { findOrder, type Call, type Model } from './find-order.ts';
import { oncePerKey, type Replayable } from './once-per-key.model.ts';

interface Operation {
  readonly name: string;
  readonly key?: string;
}
type Answer = Replayable | { readonly code: string };

/** At most two names can be taken. */
const names: Model<readonly string[], Operation, Answer> = {
  after(state, { operation, answer }) {
    const isFull = state.length === 2;
    if (answer !== undefined && 'code' in answer) return isFull && answer.code === 'FULL' ? state : undefined;
    if (isFull) return answer === undefined ? state : undefined;
    return [...state, operation.name];
  },
  keyOf: String,
  namesOf: ({ operation }) => [operation.name],
};

type Span = readonly [number, number];

const ask = (name: string, key = name): Operation => ({ name, key });
const call = (at: Span, operation: Operation, answer: Answer): Call<Operation, Answer> =>
  answered(at, operation, answer);
const made = (at: Span, operation: Operation, id = `id-${operation.name}`) =>
  call(at, operation, { id, replayed: false });
const replayed = (at: Span, operation: Operation, id = `id-${operation.name}`) =>
  call(at, operation, { id, replayed: true });
const refused = (at: Span, operation: Operation, code: string) => call(at, operation, { code });

function isExplained(calls: readonly Call<Operation, Answer>[]): boolean {
  return 'state' in findOrder(oncePerKey(names), { state: [], made: {} }, calls);
}

const A = ask('a');
const B = ask('b');
const C = ask('c');
const A_BY_KEY_OF_B = ask('a', 'b');

describe('a history of keys is explained', () => {
  test.each<[string, readonly Call<Operation, Answer>[]]>([
    ['when a key is replayed', [made([0, 1], A), replayed([2, 3], A)]],
    ['when the twin that was answered later took effect first', [replayed([0, 5], A), made([1, 8], A)]],
    ['when a lost call is replayed', [lost(0, A), replayed([1, 2], A)]],
    ['when a lost call had no effect', [lost(0, A), made([1, 2], B), made([3, 4], C)]],
    [
      'when a key is sent with other input',
      [made([0, 1], B), refused([2, 3], A_BY_KEY_OF_B, 'IDEMPOTENCY_KEY_REUSED')],
    ],
    [
      'when a key is replayed although the limit is reached',
      [made([0, 1], A), made([0, 1], B), refused([2, 3], C, 'FULL'), replayed([2, 3], A)],
    ],
    ['when a lost refusal has left the key free', [lost(0, A), made([1, 2], A)]],
    ['when no key is sent', [made([0, 1], { name: 'a' }), made([2, 3], { name: 'a' })]],
  ])('%s', (_, calls) => {
    expect(isExplained(calls)).toBe(true);
  });
});

describe('a history of keys is refused', () => {
  test.each<[string, readonly Call<Operation, Answer>[]]>([
    ['when a key creates two', [made([0, 9], A), made([0, 9], A, 'id-2')]],
    ['when a key is answered as if it were new', [made([0, 1], A), made([2, 3], A)]],
    ['when a key replays something else', [made([0, 1], A), replayed([2, 3], A, 'id-2')]],
    ['when two replays of a lost call differ', [lost(0, A), replayed([1, 2], A), replayed([3, 4], A, 'id-2')]],
    ['when a key replays what was not created yet', [replayed([0, 1], A), made([2, 3], A)]],
    ['when other input is replayed', [made([0, 1], B), replayed([2, 3], A_BY_KEY_OF_B, 'id-b')]],
    ['when a free key is reported as reused', [refused([0, 1], A, 'IDEMPOTENCY_KEY_REUSED'), made([2, 3], A)]],
    ['when a replay is refused', [made([0, 1], A), made([0, 1], B), refused([2, 3], A, 'FULL')]],
  ])('%s', (_, calls) => {
    expect(isExplained(calls)).toBe(false);
  });
});
