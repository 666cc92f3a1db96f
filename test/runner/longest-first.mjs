import { readFileSync } from 'node:fs';
import TestSequencer from '@jest/test-sequencer';

/** What takes longest: suites that share a file, which is small itself, and processes of a test's own. */
const LONG = /\.suite\.ts'|\/support\/(gateway-)?process\.ts'/;

/** What counts the objects of its process: that takes a fifth in a worker which holds nothing of other test files yet. */
const COUNTING = /\/support\/held-objects\.ts'/;

/**
 * Jest's order, which begins with the files that took longest the last time. In a fresh clone nothing is known of them,
 * and jest goes by their size: a long file that is small would begin last, and one worker would wait for it.
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
