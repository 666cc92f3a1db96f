import { describe, expect, test } from '@jest/globals';
import { answered, lost } from './calls.ts';
import { findOrder, type Call, type Model } from './find-order.ts';
import { oncePerKey, type Replayable } from './once-per-key.model.ts';

interface Asked {
  readonly name: string;
  readonly key?: string;
}
type Answer = Replayable | { readonly code: string };

/** Names that are taken once, at most two of them. */
const names: Model<readonly string[], Asked, Answer> = {
  after(state, { asked, answer }) {
    const isFull = state.length === 2;
    if (answer !== undefined && 'code' in answer) return isFull && answer.code === 'FULL' ? state : undefined;
    if (isFull) return answer === undefined ? state : undefined;
    return [...state, asked.name];
  },
  keyOf: String,
  namesOf: ({ asked }) => [asked.name],
};

type Span = readonly [number, number];

const ask = (name: string, key = name): Asked => ({ name, key });
const call = (at: Span, asked: Asked, answer: Answer): Call<Asked, Answer> => answered(at, asked, answer);
const made = (at: Span, asked: Asked, id = `id-${asked.name}`) => call(at, asked, { id, replayed: false });
const replayed = (at: Span, asked: Asked, id = `id-${asked.name}`) => call(at, asked, { id, replayed: true });
const refused = (at: Span, asked: Asked, code: string) => call(at, asked, { code });

function isExplained(calls: readonly Call<Asked, Answer>[]): boolean {
  return 'state' in findOrder(oncePerKey(names), { state: [], made: {} }, calls);
}

const A = ask('a');
const B = ask('b');
const C = ask('c');
const A_BY_KEY_OF_B = ask('a', 'b');

describe('a history of keys is explained', () => {
  test.each<[string, readonly Call<Asked, Answer>[]]>([
    ['when a key is replayed', [made([0, 1], A), replayed([2, 3], A)]],
    ['when the twin that was answered later was first', [replayed([0, 5], A), made([1, 8], A)]],
    ['when a lost one is replayed', [lost(0, A), replayed([1, 2], A)]],
    ['when a lost one was never made', [lost(0, A), made([1, 2], B), made([3, 4], C)]],
    ['when a key comes with other input', [made([0, 1], B), refused([2, 3], A_BY_KEY_OF_B, 'IDEMPOTENCY_KEY_REUSED')]],
    ['when a full one replays', [made([0, 1], A), made([0, 1], B), refused([2, 3], C, 'FULL'), replayed([2, 3], A)]],
    ['when a refusal has left the key free', [lost(0, A), made([1, 2], A)]],
    ['when nobody said a key', [made([0, 1], { name: 'a' }), made([2, 3], { name: 'a' })]],
  ])('%s', (_, calls) => {
    expect(isExplained(calls)).toBe(true);
  });
});

describe('a history of keys is refused', () => {
  test.each<[string, readonly Call<Asked, Answer>[]]>([
    ['when a key makes two', [made([0, 9], A), made([0, 9], A, 'id-2')]],
    ['when a key is answered as if it were new', [made([0, 1], A), made([2, 3], A)]],
    ['when a key replays something else', [made([0, 1], A), replayed([2, 3], A, 'id-2')]],
    ['when two replays of a lost one differ', [lost(0, A), replayed([1, 2], A), replayed([3, 4], A, 'id-2')]],
    ['when a key replays what was not made yet', [replayed([0, 1], A), made([2, 3], A)]],
    ['when other input is replayed', [made([0, 1], B), replayed([2, 3], A_BY_KEY_OF_B, 'id-b')]],
    ['when a key is called reused that was free', [refused([0, 1], A, 'IDEMPOTENCY_KEY_REUSED'), made([2, 3], A)]],
    ['when a replay is refused', [made([0, 1], A), made([0, 1], B), refused([2, 3], A, 'FULL')]],
  ])('%s', (_, calls) => {
    expect(isExplained(calls)).toBe(false);
  });
});
