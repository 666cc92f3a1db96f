import { readFileSync } from 'node:fs';
import TestSequencer from '@jest/test-sequencer';

/** Files that take longest: those with suites, which are small themselves, and those that start processes. */
const LONG = /\.suite\.ts'|\/support\/(gateway-)?process\.ts'/;

/** Files that count objects of their process: a fifth of the time in a worker that has not run other test files yet. */
const COUNTING = /\/support\/held-objects\.ts'/;

/**
 * Jest's order, which begins with the files that took longest the last time. In a fresh clone there are no durations,
 * and jest orders by size: a small file that takes long would start last, and the run would wait for one worker.
 */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const texts = new Map(tests.map(({ path }) => [path, readFileSync(path, 'utf8')]));
    const matching = (pattern) => (test) => pattern.test(texts.get(test.path));
    const sorted = super.sort(tests);
    const isKnown = sorted.some(({ duration }) => duration !== undefined);
    return firstThose(matching(COUNTING), isKnown ? sorted : firstThose(matching(LONG), sorted));
  }
}

function firstThose(isFirst, tests) {
  return [...tests.filter(isFirst), ...tests.filter((test) => !isFirst(test))];
}
