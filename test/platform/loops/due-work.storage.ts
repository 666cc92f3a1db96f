import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { DueWorkWatch } from '../../../src/platform/loops/due-work.ts';
import { failingWork } from '../../support/failing-work.ts';
import { eventually } from '../../support/gateway.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { TestClock } from '../../support/test-clock.ts';
import { serverUrl } from '../../support/test-database.ts';

const HOUR_SECONDS = 3_600;
/** Several rests of a watch, in milliseconds. */
const RESTS_MS = 6_000;
/** Other processes may use PostgreSQL. */
const onPglite = serverUrl === undefined ? describe : describe.skip;

describe('the watch over due work', () => {
  let own: OwnDatabase;
  let clock: TestClock;
  let watch: DueWorkWatch | undefined;
  /** How often each of two loops was woken. */
  let woken: [number, number];

  beforeAll(async () => {
    own = await OwnDatabase.open({ isEmpty: true });
    await own.opened.orm.schema.ensureDatabase();
  });
  afterAll(() => own.close());
  beforeEach(async () => {
    clock = new TestClock();
    woken = [0, 0];
    await own.sql('create table due (loop int, at timestamptz)');
  });
  afterEach(async () => {
    await watch?.stop();
    await own.sql('drop table if exists due');
  });

  function start(): void {
    const works = [0, 1].map((loop) => ({
      name: ['first', 'second'][loop] ?? '',
      loop: { poke: () => (woken[loop] = (woken[loop] ?? 0) + 1) },
      earliest: `select min(at) from due where loop = ${loop}`,
    }));
    watch = new DueWorkWatch({ name: 'test-work', database: own.database, clock, failing: failingWork(), works });
    watch.start();
  }

  /** Waits until no statement has run for a while; returns how many have run so far. */
  async function settledUses(): Promise<number | undefined> {
    for (let before; ; before = own.database.uses) {
      if (before !== undefined && before === own.database.uses) return before;
      await new Promise((resolve) => setTimeout(resolve, RESTS_MS / 6));
    }
  }

  /** Makes work due without waking a loop. */
  async function add(loop: number, inSeconds: number): Promise<void> {
    const at = new Date(clock.now().getTime() + inSeconds * 1_000).toISOString();
    await own.sql('insert into due (loop, at) values (?, ?)', [loop, at]);
  }

  test('wakes the loop whose work is due, and no other', async () => {
    await add(0, HOUR_SECONDS);
    await add(1, 0);
    start();
    await eventually(() => Promise.resolve(woken[1] > 0));
    expect(woken[0]).toBe(0);
  });

  test('wakes the loop again as long as the work is not done', async () => {
    await add(0, 0);
    start();
    await eventually(() => Promise.resolve(woken[0] >= 3));
    expect(woken[1]).toBe(0);
  });

  test('tells for how long the work of each loop has been due', async () => {
    await add(0, -HOUR_SECONDS);
    await add(1, HOUR_SECONDS);
    start();
    await eventually(() => Promise.resolve(woken[0] > 0));
    expect(watch?.overdueSeconds['first']).toBeGreaterThanOrEqual(HOUR_SECONDS);
    expect(watch?.overdueSeconds['second']).toBe(0);
    await own.sql('delete from due');
    await eventually(() => Promise.resolve(watch?.overdueSeconds['first'] === 0));
  });

  test('wakes a loop when its work becomes due by the clock', async () => {
    await add(0, HOUR_SECONDS);
    start();
    await add(1, 0);
    await eventually(() => Promise.resolve(woken[1] > 0));
    clock.advance(HOUR_SECONDS);
    await eventually(() => Promise.resolve(woken[0] > 0));
    expect(woken[0]).toBeGreaterThan(0);
  });

  test('finds work that was added since it last looked, without being woken', async () => {
    start();
    for (const loop of [0, 1]) {
      await add(loop, 0);
      await eventually(() => Promise.resolve((woken[loop] ?? 0) > 0));
    }
    expect(Math.min(...woken)).toBeGreaterThan(0);
  });

  onPglite('of a database that only this process has open', () => {
    test('runs no more statements while the database is not used', async () => {
      start();
      const before = await settledUses();
      await new Promise((resolve) => setTimeout(resolve, RESTS_MS));
      expect(own.database.uses).toBe(before);
    });
  });

  test('wakes all loops when its query fails', async () => {
    await own.sql('drop table due');
    start();
    await eventually(() => Promise.resolve(Math.min(...woken) > 0));
    expect(woken[0]).toBe(woken[1]);
  });
});
