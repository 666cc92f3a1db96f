import { readFileSync } from 'node:fs';
import TestSequencer from '@jest/test-sequencer';

/** What takes longest: suites that share a file, which is small itself, and processes of a test's own. */
const LONG = /\.suite\.ts'|\/support\/(gateway-)?process\.ts'/;

/**
 * Jest's order, which begins with the files that took longest the last time. In a fresh clone nothing is known of them,
 * and jest goes by their size: a long file that is small would begin last, and one worker would wait for it.
 */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    const isLong = ({ path }) => LONG.test(readFileSync(path, 'utf8'));
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
}
