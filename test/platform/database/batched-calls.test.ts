import { describe, expect, test } from '@jest/globals';
import { BatchedCalls } from '../../../src/platform/database/batched-calls.ts';

/** Calls that are held until they are let go; each transaction is kept as the calls that it does. */
function heldTransactions() {
  const begun: number[][] = [];
  const letGo: (() => void)[] = [];
  const batched = new BatchedCalls<number, number>(
    async (calls) => {
      begun.push([...calls]);
      await new Promise<void>((resolve) => letGo.push(resolve));
      return calls.map((call) => 10 * call);
    },
    (one, other) => one - other,
  );
  return { begun, letGo, batched };
}

describe('calls of one group', () => {
  test('share a transaction where two are under way', async () => {
    const { begun, letGo, batched } = heldTransactions();
    const results = [1, 2, 4, 3].map((call) => batched.do('ours', call));
    expect(begun).toEqual([[1], [2]]);
    letGo.shift()?.();
    expect(await results[0]).toBe(10);
    letGo.shift()?.();
    await results[1];
    expect(begun).toEqual([[1], [2], [3, 4]]);
    letGo.shift()?.();
    expect(await Promise.all(results)).toEqual([10, 20, 40, 30]);
  });

  test('do not wait for one that hangs, nor do those of another group', async () => {
    const { begun, letGo, batched } = heldTransactions();
    const hanging = [1, 2].map((call) => batched.do('ours', call));
    const other = batched.do('theirs', 9);
    expect(begun).toEqual([[1], [2], [9]]);
    const waiting = batched.do('ours', 3);
    // It begins though nothing has ended.
    while (letGo.length < 4) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(begun.at(-1)).toEqual([3]);
    letGo.pop()?.();
    expect(await waiting).toBe(30);
    for (const end of letGo) end();
    expect(await Promise.all([...hanging, other])).toEqual([10, 20, 90]);
  });
});
