import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { answered, lost } from './calls.ts';
import { findOrder, type Call, type Model } from './find-order.ts';

/** A register: a number is written or read. */
type Operation = { readonly write: number } | 'read';
type Answer = { readonly read: number } | 'done';

const register: Model<number, Operation, Answer> = {
  after(state, { operation, answer }) {
    if (operation !== 'read') return operation.write;
    return answer === undefined || (answer !== 'done' && answer.read === state) ? state : undefined;
  },
  keyOf: String,
  namesOf: ({ operation }) => (operation === 'read' ? [] : [String(operation.write)]),
};

const write = (at: readonly [number, number], value: number) =>
  answered<Operation, Answer>(at, { write: value }, 'done');
const read = (at: readonly [number, number], value: number) => answered<Operation, Answer>(at, 'read', { read: value });

/** Tries all orders, with or without each lost call: the search must agree with it. */
function isExplained(calls: readonly Call<Operation, Answer>[], state = 0): boolean {
  if (calls.every(({ answer }) => answer === undefined)) return true;
  return calls.some((call, index) => {
    if (calls.some(({ answeredAt }) => answeredAt < call.calledAt)) return false;
    const after = register.after(state, call);
    return after !== undefined && isExplained(calls.toSpliced(index, 1), after);
  });
}

describe('the search for an order of calls', () => {
  test('finds the only one, and returns the state after it', () => {
    const calls = [write([0, 10], 1), read([0, 10], 2), write([0, 4], 2)];
    expect(findOrder(register, 0, calls)).toEqual({ state: 1 });
  });

  test('keeps calls in order that did not overlap', () => {
    const { problem } = findOrder(register, 0, [write([0, 1], 1), write([2, 3], 2), read([4, 5], 1)]) as {
      problem: string;
    };
    expect(problem).toContain('After 2 of them none of these can come next:\n  4–5 client: "read" → {"read":1}');
  });

  test('lets a lost call take effect late or never, but not twice', () => {
    const write7 = lost(0, { write: 7 });
    expect(findOrder(register, 0, [write7, read([5, 6], 0)])).toEqual({ state: 0 });
    expect(findOrder(register, 0, [write7, read([5, 6], 0), read([7, 8], 7)])).toEqual({ state: 7 });
    const twice = [write7, read([1, 2], 7), write([3, 4], 1), read([5, 6], 7)];
    expect(findOrder(register, 0, twice)).toMatchObject({ problem: expect.stringContaining('No order explains') });
  });

  test('does not let a lost call take effect before it was sent', () => {
    expect(findOrder(register, 0, [read([0, 1], 7), lost(2, { write: 7 })])).toHaveProperty('problem');
  });

  test('agrees with trying all orders', () => {
    const call = fc
      .record({ from: fc.nat(8), length: fc.nat(4), value: fc.nat(2), kind: fc.constantFrom('read', 'write', 'lost') })
      .map(({ from, length, value, kind }): Call<Operation, Answer> => {
        if (kind === 'lost') return lost(from, { write: value });
        return (kind === 'read' ? read : write)([from, from + length], value);
      });
    let explained = 0;
    let tried = 0;
    fc.assert(
      fc.property(fc.array(call, { minLength: 3, maxLength: 6 }), (calls) => {
        const isRight = isExplained(calls);
        explained += Number(isRight);
        tried += 1;
        expect('state' in findOrder(register, 0, calls)).toBe(isRight);
      }),
      { numRuns: 500, seed: 7 },
    );
    // Otherwise the comparison would prove nothing.
    expect(explained).toBeGreaterThan(tried / 20);
    expect(explained).toBeLessThan((19 * tried) / 20);
  });
});
