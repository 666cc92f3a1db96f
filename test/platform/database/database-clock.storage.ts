import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DatabaseClock } from '../../../src/platform/database/database-clock.ts';
import type { Sql } from '../../../src/platform/database/database.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { TestClock } from '../../support/test-clock.ts';

const DAY_SECONDS = 86_400;
/** Far less than a machine's clock is wrong in these tests, and more than any response takes. */
const BUSY_MS = 60_000;
const LATE_MS = 1_000;

let own: OwnDatabase;

beforeAll(async () => {
  own = await OwnDatabase.open();
});
afterAll(() => own.close());

async function databaseTime(): Promise<number> {
  const [row] = await own.sql<{ ms: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as "ms"');
  return row?.ms ?? 0;
}

describe('the clock of the database', () => {
  test.each([DAY_SECONDS, -DAY_SECONDS])('is used by a machine whose own is %i seconds ahead', async (aheadSeconds) => {
    const machine = new TestClock();
    machine.advance(aheadSeconds);
    const clock = new DatabaseClock(machine);
    expect(clock.now().getTime()).toBeLessThanOrEqual(machine.now().getTime());
    await clock.begin(own.database);
    expect(Math.abs(clock.now().getTime() - (await databaseTime()))).toBeLessThan(BUSY_MS);
    expect(Math.abs(clock.machineAheadSeconds - aheadSeconds)).toBeLessThan(BUSY_MS / 1_000);
    machine.advance(DAY_SECONDS);
    expect(Math.abs(clock.now().getTime() - (await databaseTime()))).toBeLessThan(BUSY_MS);
  });

  test('is not moved by a slow response', async () => {
    const clock = new DatabaseClock(new TestClock());
    await clock.begin(own.database);
    const ahead = () => clock.now().getTime() - performance.now();
    const before = ahead();
    const late: Sql = {
      async run(statement, values) {
        const rows = await own.database.run(statement, values);
        await wait(LATE_MS);
        return rows;
      },
    };
    await clock.compare(late);
    // The midpoint between request and response is off by half of it.
    expect(Math.abs(ahead() - before)).toBeLessThan(LATE_MS / 10);
  });

  test('is followed when it is set', async () => {
    const clock = new DatabaseClock(new TestClock());
    await clock.begin(own.database);
    const set: Sql = {
      run: (statement, values) =>
        own.database.run(
          { ...statement, name: 'clock_set', text: `select ms + 3600000 as "ms" from (${statement.text}) as clock` },
          values,
        ),
    };
    await clock.compare(set);
    expect(clock.now().getTime() - (await databaseTime())).toBeGreaterThan(3_600_000 - BUSY_MS);
  });
});
