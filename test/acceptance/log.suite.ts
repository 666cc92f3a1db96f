import { describe, expect, test } from '@jest/globals';
import { stay } from './current-stay.ts';

/** Level of an error in pino's lines, and of a warning. */
const ERROR = 50;
const WARNING = 40;
/** More lines of one message than this are a warning that nobody reads. */
const REPEATED_MAX = 20;

describe('the log of all starts', () => {
  test('has no error', () => {
    expect(stay.log.filter(({ level }) => level >= ERROR)).toEqual([]);
  });

  test('warns of nothing over and over', () => {
    const warnings = Map.groupBy(
      stay.log.filter(({ level }) => level === WARNING),
      ({ msg }) => msg,
    );
    const counts = [...warnings].map(([msg, lines]) => ({ msg, count: lines.length, first: lines[0] }));
    expect(counts.filter(({ count }) => count > REPEATED_MAX)).toEqual([]);
  });

  test('has nothing beside its lines and its greeting', () => {
    expect(stay.printed.filter((line) => /\bat .+:\d+:\d+|Warning|Error/.test(line))).toEqual([]);
  });
});
