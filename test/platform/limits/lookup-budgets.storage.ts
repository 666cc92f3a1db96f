import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { entryAlreadyExists } from '../../../src/bank/pix/pix-entry.errors.ts';
import type { TooManyLookups } from '../../../src/kernel/too-many-lookups.ts';
import { forgetFullBudgets, LookupBudgets, type Lookup } from '../../../src/platform/limits/lookup-budgets.ts';
import { OwnDatabase } from '../../support/opened-database.ts';

const PERSON = '10020030169';
const COMPANY = '99000001000101';
const SIZES = { partner: { points: 20, seconds: 60 }, person: { points: 5, seconds: 600 } };

let own: OwnDatabase;
let partners = 0;
let lookup: Lookup;

beforeAll(async () => {
  own = await OwnDatabase.open();
});
beforeEach(() => {
  partners += 1;
  lookup = { budget: 'KEY_LOOKUPS', partnerId: `PARTNER_${partners}`, person: PERSON };
});
afterAll(() => own.close());

const KEY = { type: 'PHONE', value: '+5511987650001' } as const;
const budgets = (sizes = SIZES) => new LookupBudgets(own.database, sizes);
const ofAnother = entryAlreadyExists('ANOTHER_HOLDER', null, KEY);
const ofSameOwner = entryAlreadyExists('SAME_OWNER_INTO_ANOTHER_PLAYER', null, KEY);

/** Makes so many concurrent look-ups, each of which ends in `outcome` unless it is refused. */
async function look(on: LookupBudgets, times: number, { outcome = ofAnother, ...changes }: LookChanges = {}) {
  const works = Array.from({ length: times }, () =>
    on.during({ ...lookup, ...changes }, (refusal) => Promise.resolve(refusal ?? outcome)),
  );
  const answers = await Promise.all(works);
  return {
    allowed: answers.filter((answer) => answer === outcome).length,
    refused: answers.filter((answer): answer is TooManyLookups => answer !== outcome),
  };
}

/** Begins a look-up that ends in the outcome on which the test decides. */
async function begin(on: LookupBudgets) {
  const { promise: decided, resolve: decide } = Promise.withResolvers<typeof ofAnother>();
  const { promise: looking, resolve: look } = Promise.withResolvers<true>();
  const first = on.during(lookup, () => {
    look(true);
    return decided;
  });
  await looking;
  return { first, decide };
}

interface LookChanges extends Partial<Lookup> {
  readonly outcome?: typeof ofAnother;
}

/** Lets time pass for all budgets. */
async function pass(seconds: number): Promise<void> {
  await own.sql(`update lookup_budget set full_at = full_at - ? * interval '1 second'`, [seconds]);
}

describe('a budget of look-ups', () => {
  test('allows only as many of 600 concurrent look-ups as it has points, and says when to retry', async () => {
    const { allowed, refused } = await look(budgets(), 600);
    expect(allowed).toBe(5);
    expect(refused).toHaveLength(595);
    for (const { code, status, retryAfterSeconds } of refused) {
      expect([code, status]).toEqual(['TOO_MANY_LOOKUPS', 429]);
      expect(retryAfterSeconds).toBeGreaterThan(540);
      expect(retryAfterSeconds).toBeLessThanOrEqual(600);
    }
  });

  test('is shared by all processes', async () => {
    const allowed = await Promise.all([look(budgets(), 50), look(budgets(), 50), look(budgets(), 50)]);
    expect(allowed.reduce((sum, one) => sum + one.allowed, 0)).toBe(5);
    expect((await look(budgets(), 1)).allowed).toBe(0);
  });

  test('refills point by point, and never beyond its size', async () => {
    const one = budgets();
    await look(one, 5);
    await one.settled();
    await pass(601);
    expect((await look(one, 5)).allowed).toBe(1);
    await one.settled();
    await pass(7 * 86_400);
    expect((await look(one, 10)).allowed).toBe(5);
  });

  test('is at most empty after the clock of the database was set back, and reservations count as charged', async () => {
    const one = budgets({ ...SIZES, partner: { points: 5, seconds: 60 } });
    const { decide, first } = await begin(one);
    await look(one, 4);
    await one.settled();
    await pass(-3_600);
    await own.sql(`update lookup_budget set reserved_at = reserved_at + interval '1 hour'`);
    const { allowed, refused } = await look(budgets(), 1);
    expect(allowed).toBe(0);
    expect(refused[0]?.retryAfterSeconds).toBeLessThanOrEqual(600);
    const left = await one.left(lookup.partnerId);
    expect(left.find(({ name }) => name === 'KEY_LOOKUPS')).toMatchObject({ remaining: 0, resetSeconds: 5 * 60 });
    decide(ofSameOwner);
    await first;
    await one.settled();
    expect((await look(budgets(), 2)).allowed).toBe(1);
  });

  test('is separate for each person, partner and kind', async () => {
    const one = budgets();
    await look(one, 5);
    expect((await look(one, 1)).allowed).toBe(0);
    expect((await look(one, 10, { person: '10020030240' })).allowed).toBe(5);
    expect((await look(one, 10, { partnerId: `OTHER_${partners}` })).allowed).toBe(5);
    expect((await look(one, 10, { budget: 'CUSTOMER_LOOKUPS' })).allowed).toBe(5);
  });

  test('of a partner bounds those of all its persons, who are served in order', async () => {
    const one = budgets();
    const persons = Array.from({ length: 10 }, (_, nth) => `1002003${nth}000`);
    const allowed = await Promise.all(persons.map(async (person) => (await look(one, 3, { person })).allowed));
    expect(allowed).toEqual([3, 3, 3, 3, 3, 3, 2, 0, 0, 0]);
    const { refused } = await look(one, 1, { person: '10020039999' });
    expect(refused[0]?.retryAfterSeconds).toBeLessThanOrEqual(60);
  });

  test('of a company is ten times that of a person', async () => {
    const one = budgets({ ...SIZES, partner: { points: 1_000, seconds: 60 } });
    expect((await look(one, 100, { person: COMPANY })).allowed).toBe(50);
  });

  test('is not charged for an answer that reveals nothing of others, or for work that fails', async () => {
    const one = budgets();
    for (let round = 0; round < 10; round += 1) expect((await look(one, 5, { outcome: ofSameOwner })).allowed).toBe(5);
    for (let round = 0; round < 10; round += 1)
      await expect(one.during(lookup, () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
    expect((await look(one, 10)).allowed).toBe(5);
  });

  test('makes a look-up wait for a reservation, and allows it as soon as that is returned', async () => {
    const one = budgets({ ...SIZES, person: { points: 1, seconds: 600 } });
    const { first, decide } = await begin(one);
    const second = look(one, 1);
    decide(ofSameOwner);
    await first;
    expect((await second).allowed).toBe(1);
  });

  test('refuses a look-up that has waited for a reservation when that is charged', async () => {
    const one = budgets({ ...SIZES, person: { points: 1, seconds: 600 } });
    const { first, decide } = await begin(one);
    const second = look(one, 1);
    decide(ofAnother);
    await first;
    expect((await second).refused[0]?.retryAfterSeconds).toBeGreaterThan(540);
  });

  test('refuses a look-up that waits in vain, to be retried in a second', async () => {
    const one = budgets({ ...SIZES, person: { points: 1, seconds: 600 } });
    const { promise: decided, resolve: decide } = Promise.withResolvers<typeof ofSameOwner>();
    const first = one.during(lookup, () => decided);
    expect((await look(one, 1)).refused[0]?.retryAfterSeconds).toBe(1);
    decide(ofSameOwner);
    await first;
  });

  test('counts a reservation of a process that has ended as charged', async () => {
    await own.sql(
      `insert into lookup_budget (partner_id, budget, person, full_at, reserved, reserved_at)
       select ?, 'KEY_LOOKUPS', person, now() + interval '3000 seconds', 5, now() - interval '31 seconds'
       from (values (?), ('')) as row (person)`,
      [lookup.partnerId, PERSON],
    );
    expect((await look(budgets(), 1)).refused[0]?.retryAfterSeconds).toBeGreaterThan(540);
  });

  test('reports what is left of it', async () => {
    const one = budgets();
    const full = { limit: 20, remaining: 20, resetSeconds: 0 };
    const customers = { name: 'CUSTOMER_LOOKUPS', ...full };
    expect(await one.left(lookup.partnerId)).toEqual([customers, { name: 'KEY_LOOKUPS', ...full }]);
    await look(one, 3);
    await one.settled();
    const [, keys] = await one.left(lookup.partnerId);
    expect(keys).toMatchObject({ limit: 20, remaining: 17 });
    expect(keys?.resetSeconds).toBeGreaterThan(120);
    expect(keys?.resetSeconds).toBeLessThanOrEqual(180);
  });

  test('can be so large that it takes longer to be full again than an integer of seconds holds', async () => {
    const largest = { points: 999_999, seconds: 999_999 };
    const one = budgets({ partner: largest, person: largest });
    expect((await look(one, 3_000)).allowed).toBe(3_000);
    expect((await look(one, 10, { person: COMPANY })).allowed).toBe(10);
    await one.settled();
    const [, keys] = await one.left(lookup.partnerId);
    expect(keys).toEqual({ name: 'KEY_LOOKUPS', limit: 999_999, remaining: 996_989, resetSeconds: 2 ** 31 - 1 });
  });

  test('is deleted when it is full again, and not before', async () => {
    const one = budgets();
    await look(one, 1);
    await one.settled();
    const kept = async () => {
      await forgetFullBudgets(own.database);
      return own.sql('select person from lookup_budget where partner_id = ? order by person', [lookup.partnerId]);
    };
    await own.sql(`update lookup_budget set reserved_at = reserved_at - interval '31 seconds'`);
    expect(await kept()).toEqual([{ person: '' }, { person: PERSON }]);
    await pass(61);
    expect(await kept()).toEqual([{ person: PERSON }]);
    await pass(600);
    expect(await kept()).toEqual([]);
  });

  test('fails current look-ups if its database fails, and serves later ones', async () => {
    const failing = await OwnDatabase.open();
    const one = new LookupBudgets(failing.database, SIZES);
    await failing.sql('alter table lookup_budget rename to lookup_budget_away');
    await expect(one.during(lookup, () => Promise.resolve(ofSameOwner))).rejects.toThrow();
    await failing.sql('alter table lookup_budget_away rename to lookup_budget');
    expect((await look(one, 10)).allowed).toBe(5);
    await one.settled();
    await failing.close();
  });
});
