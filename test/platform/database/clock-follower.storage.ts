import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ClockFollower } from '../../../src/platform/database/clock-follower.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { TestClock } from '../../support/test-clock.ts';
import { serverUrl } from '../../support/test-database.ts';

const MINUTE_SECONDS = 60;
const CHECK_SECONDS = 10;
/** PostgreSQL has a clock of its own. */
const [onPglite, onPostgresql] = serverUrl === undefined ? [describe, describe.skip] : [describe.skip, describe];

let own: OwnDatabase;

beforeAll(async () => {
  own = await OwnDatabase.open();
});
afterAll(() => own.close());

/** A follower of a test clock; `checks` returns for each check whether the time was noted. */
function following() {
  const clock = new TestClock();
  let monotonicMs = 0;
  const follower = new ClockFollower({ database: own.database, waits: [], clock, monotonic: () => monotonicMs });
  const noted = async () => {
    await own.sql(`update clock_mark set told_at = '2000-01-01'`);
    await follower.follow();
    const [row] = await own.sql<{ isNoted: boolean }>(
      `select told_at > '2000-01-02'::timestamptz as "isNoted" from clock_mark`,
    );
    return row?.isNoted;
  };
  return {
    step: (seconds: number) => {
      clock.advance(seconds);
    },
    checks: async (count: number) => {
      const checks: (boolean | undefined)[] = [];
      for (let nth = 0; nth < count; nth += 1) {
        checks.push(await noted());
        clock.advance(CHECK_SECONDS);
        monotonicMs += CHECK_SECONDS * 1_000;
      }
      return checks;
    },
  };
}

const CHECKS_A_MINUTE = MINUTE_SECONDS / CHECK_SECONDS;
const always = Array.from({ length: CHECKS_A_MINUTE }, () => true);
const onceAMinute = always.map((_, nth) => nth === CHECKS_A_MINUTE - 1);

onPglite("of a database whose clock is this machine's", () => {
  test('the time is noted at each check for a minute, and then once a minute', async () => {
    const { checks } = following();
    expect(await checks(CHECKS_A_MINUTE)).toEqual(always);
    expect(await checks(2 * CHECKS_A_MINUTE)).toEqual([...onceAMinute, ...onceAMinute]);
  });

  test('the time is noted at each check again after the clock was set back', async () => {
    const { checks, step } = following();
    await checks(CHECKS_A_MINUTE);
    step(-3 * MINUTE_SECONDS);
    expect(await checks(CHECKS_A_MINUTE)).toEqual(always);
    expect(await checks(CHECKS_A_MINUTE)).toEqual(onceAMinute);
  });
});

onPostgresql('of a database with a clock of its own', () => {
  test('the time is noted at each check', async () => {
    const { checks } = following();
    expect(await checks(2 * CHECKS_A_MINUTE)).toEqual([...always, ...always]);
  });
});
