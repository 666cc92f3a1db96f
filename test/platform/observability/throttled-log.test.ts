import { beforeEach, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { throttledLog } from '../../../src/platform/observability/throttled-log.ts';

const MINUTE_MS = 60_000;

let lines: object[];

function logger() {
  return pino(
    { level: 'info', base: null, timestamp: false },
    { write: (line) => lines.push(JSON.parse(line) as object) },
  );
}

beforeEach(() => {
  lines = [];
});

test('a message about every request is logged once a minute, with how often it was left out', () => {
  let now = 0;
  const warn = throttledLog(logger(), 'warn', () => now);
  for (let nth = 0; nth < 1_000; nth += 1) warn({ nth }, 'away');
  now = MINUTE_MS;
  warn({ nth: 1_000 }, 'away');
  expect(lines).toEqual([
    { level: 40, nth: 0, msg: 'away' },
    { level: 40, nth: 1_000, leftOut: 999, msg: 'away' },
  ]);
});

test('each message of each logger is throttled separately', () => {
  const [one, another] = [logger(), logger()];
  for (const to of [one, another]) for (const message of ['away', 'full']) throttledLog(to, 'error')({}, message);
  throttledLog(one, 'error')({}, 'full');
  expect(lines).toHaveLength(4);
});
