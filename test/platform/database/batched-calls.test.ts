import { describe, expect, test } from '@jest/globals';
import { BatchedCalls } from '../../../src/platform/database/batched-calls.ts';

/** Transactions that run until they are released, each recorded as its calls. */
function heldTransactions() {
  const begun: number[][] = [];
  const releases: (() => void)[] = [];
  const batched = new BatchedCalls<number, number>(async (calls) => {
    begun.push([...calls]);
    await new Promise<void>((resolve) => releases.push(resolve));
    return calls.map((call) => 10 * call);
  }, String);
  return { begun, releases, batched };
}

describe('calls of one group', () => {
  test('share a transaction while two are running', async () => {
    const { begun, releases, batched } = heldTransactions();
    const results = [1, 2, 4, 3].map((call) => batched.do('ours', call));
    expect(begun).toEqual([[1], [2]]);
    releases.shift()?.();
    expect(await results[0]).toBe(10);
    releases.shift()?.();
    await results[1];
    expect(begun).toEqual([[1], [2], [3, 4]]);
    releases.shift()?.();
    expect(await Promise.all(results)).toEqual([10, 20, 40, 30]);
  });

  test('do not wait long for one that hangs, and not at all for those of another group', async () => {
    const { begun, releases, batched } = heldTransactions();
    const hanging = [1, 2].map((call) => batched.do('ours', call));
    const other = batched.do('theirs', 9);
    expect(begun).toEqual([[1], [2], [9]]);
    const waiting = batched.do('ours', 3);
    // It begins although nothing has ended.
    while (releases.length < 4) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(begun.at(-1)).toEqual([3]);
    releases.pop()?.();
    expect(await waiting).toBe(30);
    for (const end of releases) end();
    expect(await Promise.all([...hanging, other])).toEqual([10, 20, 90]);
  });
});
