import { describe, expect, test } from '@jest/globals';
import { stay } from './current-stay.ts';

/** Levels of errors and warnings in pino's lines. */
const ERROR = 50;
const WARNING = 40;
/** A warning that is repeated more often is noise. */
const REPEATED_MAX = 20;
/** Has the entries of its batch, so that none is lost: on a busy machine many commits take longer than answers wait. */
const FOR_EACH_BATCH = 'audit entries are not stored yet';

describe('the output of all starts', () => {
  test('has no error in its log', () => {
    expect(stay.log.filter(({ level }) => level >= ERROR)).toEqual([]);
  });

  test('repeats no warning too often', () => {
    const warnings = Map.groupBy(
      stay.log.filter(({ level, msg }) => level === WARNING && msg !== FOR_EACH_BATCH),
      ({ msg }) => msg,
    );
    const counts = [...warnings].map(([msg, lines]) => ({ msg, count: lines.length, first: lines[0] }));
    expect(counts.filter(({ count }) => count > REPEATED_MAX)).toEqual([]);
  });

  test('has no stack trace, warning or error beside its log', () => {
    expect(stay.printed.filter((line) => /\bat .+:\d+:\d+|Warning|Error/.test(line))).toEqual([]);
  });
});
