import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { ownRates, PartnerRates, sharedRates, type RateLimit } from '../../../src/platform/limits/partner-rates.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { TestClock } from '../../support/test-clock.ts';

const LONG = 600;

/** Returns how many of `count` concurrent operations are granted. */
async function granted(rates: readonly PartnerRates[], count: number, partnerId = 'ACME_PAY'): Promise<number> {
  const taken = await Promise.all(
    Array.from({ length: Math.ceil(count / rates.length) }, () =>
      rates.map(async (one) => one.take(partnerId, 'read', 1)),
    ).flat(),
  );
  return taken.filter(({ isGranted }) => isGranted).length;
}

describe('the rate of a partner in one process', () => {
  test.each([1, 2, 19, 20, 21, 37, 180, 1_000])('is %i operations, and not one more', async (requests) => {
    const rates = ownRates({ requests, seconds: LONG });
    expect(await granted([rates], requests + 50)).toBe(requests);
    expect(await rates.take('ACME_PAY', 'read', 1)).toMatchObject({ isGranted: false, remaining: 0 });
  });

  test('reports what is left, and when it is reset', async () => {
    const rates = ownRates({ requests: 50, seconds: 30 });
    expect(await rates.take('ACME_PAY', 'read', 1)).toEqual({ isGranted: true, remaining: 49, resetSeconds: 30 });
    await granted([rates], 30);
    expect(await rates.take('ACME_PAY', 'read', 1)).toMatchObject({ remaining: 18 });
  });

  test('is counted for each partner, and separately for mutations', async () => {
    const rates = ownRates({ requests: 3, seconds: LONG });
    expect(await granted([rates], 10)).toBe(3);
    expect(await granted([rates], 10, 'BETA_PAY')).toBe(3);
    expect(await rates.take('ACME_PAY', 'mutation', 1)).toMatchObject({ isGranted: true, remaining: 2 });
  });

  test('grants several operations together or none of them, whatever the size of its shares', async () => {
    const rates = ownRates({ requests: 50, seconds: LONG });
    expect(await rates.take('ACME_PAY', 'mutation', 10)).toMatchObject({ isGranted: true, remaining: 40 });
    const many = await Promise.all(Array.from({ length: 6 }, async () => rates.take('ACME_PAY', 'mutation', 9)));
    expect(many.filter(({ isGranted }) => isGranted)).toHaveLength(4);
    expect(await rates.take('ACME_PAY', 'mutation', 5)).toMatchObject({ isGranted: false, remaining: 4 });
    expect(await rates.take('ACME_PAY', 'mutation', 4)).toMatchObject({ isGranted: true, remaining: 0 });
    expect(await rates.take('BETA_PAY', 'mutation', 51)).toMatchObject({ isGranted: false, remaining: 50 });
  });

  test('is reset when the window ends', async () => {
    const rates = ownRates({ requests: 2, seconds: 1 });
    const began = performance.now();
    expect(await granted([rates], 5)).toBe(2);
    for (;;) {
      const { isGranted } = await rates.take('ACME_PAY', 'read', 1);
      if (isGranted) break;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(performance.now() - began).toBeGreaterThan(900);
  });
});

describe('the rate of a partner across processes', () => {
  let own: OwnDatabase;

  beforeAll(async () => {
    own = await OwnDatabase.open();
  });
  afterAll(() => own.close());

  function processes(count: number, limit: RateLimit): PartnerRates[] {
    return Array.from({ length: count }, () => sharedRates(limit, { database: own.database, clock: new TestClock() }));
  }

  test('is never more than the limit, and nearly all of it', async () => {
    const all = await granted(processes(4, { requests: 200, seconds: LONG }), 400, 'SHARED');
    expect(all).toBeLessThanOrEqual(200);
    expect(all).toBeGreaterThanOrEqual(160);
  });

  test('is known to a process that starts later', async () => {
    const limit = { requests: 40, seconds: LONG };
    expect(await granted(processes(1, limit), 50, 'RESTARTED')).toBe(40);
    expect(await granted(processes(1, limit), 50, 'RESTARTED')).toBe(0);
  });

  test('ends its windows by the shared clock, whatever the clock of a machine says', async () => {
    const clock = new TestClock();
    clock.advance(-3_600);
    const { resetSeconds } = await sharedRates({ requests: 40, seconds: LONG }, { database: own.database, clock }).take(
      'SLOW',
      'read',
      1,
    );
    expect(resetSeconds).toBe(LONG);
    const [stored] = await own.sql<{ expire: string }>(`select expire from rate_limit where key = 'read:SLOW'`);
    const leftMs = Number(stored?.expire) - clock.now().getTime();
    expect(leftMs).toBeLessThanOrEqual(LONG * 1_000);
    expect(leftMs).toBeGreaterThan(0);
  });

  test('does not last longer when the shared clock is set back', async () => {
    const limit = { requests: 40, seconds: LONG };
    const clock = new TestClock();
    const shared = { database: own.database, clock };
    expect(await granted([sharedRates(limit, shared)], 50, 'SET_BACK')).toBe(40);
    clock.advance(-3_600);
    const [reads] = await sharedRates(limit, shared).left('SET_BACK');
    expect(reads).toMatchObject({ remaining: 40, resetSeconds: 0 });
    expect(await granted([sharedRates(limit, shared), sharedRates(limit, shared)], 100, 'SET_BACK')).toBe(40);
    expect(await sharedRates(limit, shared).take('SET_BACK', 'read', 1)).toMatchObject({
      isGranted: false,
      resetSeconds: LONG,
    });
  });

  test('is reported with what is left: the shares of the process itself, but not those of others', async () => {
    const limit = { requests: 40, seconds: LONG };
    const shared = { database: own.database, clock: new TestClock() };
    const [one, other] = [sharedRates(limit, shared), sharedRates(limit, shared)];
    const mutations = { name: 'MUTATIONS', limit: 40, remaining: 40, resetSeconds: 0 };
    expect(await one.left('TOLD')).toEqual([{ ...mutations, name: 'READS' }, mutations]);
    await granted([one], 5, 'TOLD');
    expect(await one.left('TOLD')).toMatchObject([{ name: 'READS', remaining: 35 }, mutations]);
    // A share has two operations: the process has drawn six.
    expect(await other.left('TOLD')).toMatchObject([{ name: 'READS', remaining: 34 }, mutations]);
    const [{ resetSeconds } = { resetSeconds: 0 }] = await other.left('TOLD');
    expect(resetSeconds).toBeGreaterThan(LONG - 60);
  });

  test('needs only one statement for several operations', async () => {
    const counted = { draws: 0 };
    const memory = new RateLimiterMemory({ points: 200, duration: LONG });
    const limiter: Pick<RateLimiterMemory, 'consume' | 'get'> = {
      get: (key) => memory.get(key),
      consume: (key, points) => {
        counted.draws += 1;
        return memory.consume(key, points);
      },
    };
    expect(await granted([new PartnerRates(limiter, { requests: 200, seconds: LONG })], 400)).toBe(200);
    expect(counted.draws).toBe(20);
  });
});

describe('the rate of a partner while the database is out of reach', () => {
  test('is counted by each process for itself', async () => {
    const own = await OwnDatabase.open();
    await own.close();
    const rates = sharedRates({ requests: 30, seconds: LONG }, { database: own.database, clock: new TestClock() });
    expect(await granted([rates], 60)).toBe(30);
  });
});
