import { describe, expect, test } from '@jest/globals';
import { stay } from './current-stay.ts';

/** Levels of errors and warnings in pino's lines. */
const ERROR = 50;
const WARNING = 40;
/** A warning that is repeated more often is noise. */
const REPEATED_MAX = 20;

describe('the output of all starts', () => {
  test('has no error in its log', () => {
    expect(stay.log.filter(({ level }) => level >= ERROR)).toEqual([]);
  });

  test('repeats no warning too often', () => {
    const warnings = Map.groupBy(
      stay.log.filter(({ level }) => level === WARNING),
      ({ msg }) => msg,
    );
    const counts = [...warnings].map(([msg, lines]) => ({ msg, count: lines.length, first: lines[0] }));
    expect(counts.filter(({ count }) => count > REPEATED_MAX)).toEqual([]);
  });

  test('has no stack trace, warning or error beside its log', () => {
    expect(stay.printed.filter((line) => /\bat .+:\d+:\d+|Warning|Error/.test(line))).toEqual([]);
  });
});
