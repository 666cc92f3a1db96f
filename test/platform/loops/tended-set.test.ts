import { expect, jest, test } from '@jest/globals';
import { TendedSet } from '../../../src/platform/loops/tended-set.ts';
import { eventually } from '../../support/gateway.ts';

/** No other timer of this process has this period: test files that ran in it before may have left some. */
const OFTEN_MS = 3.5;

test('members are tended while there are some, and no timer runs while there are none', async () => {
  const begun = jest.spyOn(globalThis, 'setInterval');
  const ended = jest.spyOn(globalThis, 'clearInterval');
  const timers = () => {
    const cleared = new Set<unknown>(ended.mock.calls.map(([timer]) => timer));
    const own = begun.mock.results.filter((_, nth) => begun.mock.calls[nth]?.[1] === OFTEN_MS);
    return own.filter(({ value }) => !cleared.has(value)).length;
  };
  const tended: string[] = [];
  const tend = (member: string) => tended.push(member);
  const set = new TendedSet<string>([{ everyMs: OFTEN_MS, tend }]);
  expect(timers()).toBe(0);
  set.add('one');
  set.add('two');
  expect(timers()).toBe(1);
  await eventually(() => Promise.resolve(tended.includes('one') && tended.includes('two')));
  set.delete('one');
  expect([...set]).toEqual(['two']);
  tended.length = 0;
  await eventually(() => Promise.resolve(tended.length > 2));
  expect(new Set(tended)).toEqual(new Set(['two']));
  set.delete('two');
  expect({ size: set.size, timers: timers() }).toEqual({ size: 0, timers: 0 });
  set.add('three');
  expect(timers()).toBe(1);
  set.rest();
  expect(timers()).toBe(0);
});
