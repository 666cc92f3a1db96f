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

const budgets = (sizes = SIZES) => new LookupBudgets(own.database, sizes);
const somebodyElses = entryAlreadyExists('ANOTHER_HOLDER', null);
const ones = entryAlreadyExists('SAME_OWNER_INTO_ANOTHER_PLAYER', null);

/** What so many look-ups at once are answered, each with `outcome` where it may look. */
async function look(on: LookupBudgets, times: number, { outcome = somebodyElses, ...changes }: LookChanges = {}) {
  const works = Array.from({ length: times }, () =>
    on.during({ ...lookup, ...changes }, (refusal) => Promise.resolve(refusal ?? outcome)),
  );
  const answers = await Promise.all(works);
  return {
    told: answers.filter((answer) => answer === outcome).length,
    refused: answers.filter((answer): answer is TooManyLookups => answer !== outcome),
  };
}

/** A look-up that has begun, and is answered with what is decided. */
async function begin(on: LookupBudgets) {
  const { promise: decided, resolve: decide } = Promise.withResolvers<typeof somebodyElses>();
  const { promise: looking, resolve: look } = Promise.withResolvers<true>();
  const first = on.during(lookup, () => {
    look(true);
    return decided;
  });
  await looking;
  return { first, decide };
}

interface LookChanges extends Partial<Lookup> {
  readonly outcome?: typeof somebodyElses;
}

/** Lets time pass for all budgets. */
async function pass(seconds: number): Promise<void> {
  await own.sql(`update lookup_budget set full_at = full_at - ? * interval '1 second'`, [seconds]);
}

describe('a budget of look-ups', () => {
  test('tells as often as it has points, of however many at once, and says when it will again', async () => {
    const { told, refused } = await look(budgets(), 600);
    expect(told).toBe(5);
    expect(refused).toHaveLength(595);
    for (const { code, status, retryAfterSeconds } of refused) {
      expect([code, status]).toEqual(['TOO_MANY_LOOKUPS', 429]);
      expect(retryAfterSeconds).toBeGreaterThan(540);
      expect(retryAfterSeconds).toBeLessThanOrEqual(600);
    }
  });

  test('is one for all processes', async () => {
    const told = await Promise.all([look(budgets(), 50), look(budgets(), 50), look(budgets(), 50)]);
    expect(told.reduce((sum, one) => sum + one.told, 0)).toBe(5);
    expect((await look(budgets(), 1)).told).toBe(0);
  });

  test('comes back one by one, and never beyond its measure', async () => {
    const one = budgets();
    await look(one, 5);
    await one.settled();
    await pass(601);
    expect((await look(one, 5)).told).toBe(1);
    await one.settled();
    await pass(7 * 86_400);
    expect((await look(one, 10)).told).toBe(5);
  });

  test('is no emptier than empty after the clock of the database was set back, and what was reserved is charged', async () => {
    const one = budgets({ ...SIZES, partner: { points: 5, seconds: 60 } });
    const { decide, first } = await begin(one);
    await look(one, 4);
    await one.settled();
    await pass(-3_600);
    await own.sql(`update lookup_budget set reserved_at = reserved_at + interval '1 hour'`);
    const { told, refused } = await look(budgets(), 1);
    expect(told).toBe(0);
    expect(refused[0]?.retryAfterSeconds).toBeLessThanOrEqual(600);
    const left = await one.left(lookup.partnerId);
    expect(left.find(({ name }) => name === 'KEY_LOOKUPS')).toMatchObject({ remaining: 0, resetSeconds: 5 * 60 });
    decide(ones);
    await first;
    await one.settled();
    expect((await look(budgets(), 2)).told).toBe(1);
  });

  test('is of one person, of one partner, and of one kind', async () => {
    const one = budgets();
    await look(one, 5);
    expect((await look(one, 1)).told).toBe(0);
    expect((await look(one, 10, { person: '10020030240' })).told).toBe(5);
    expect((await look(one, 10, { partnerId: `OTHER_${partners}` })).told).toBe(5);
    expect((await look(one, 10, { budget: 'CUSTOMER_LOOKUPS' })).told).toBe(5);
  });

  test('of the partner bounds those of all its persons, whom it serves in the order in which they came', async () => {
    const one = budgets();
    const persons = Array.from({ length: 10 }, (_, nth) => `1002003${nth}000`);
    const told = await Promise.all(persons.map(async (person) => (await look(one, 3, { person })).told));
    expect(told).toEqual([3, 3, 3, 3, 3, 3, 2, 0, 0, 0]);
    const { refused } = await look(one, 1, { person: '10020039999' });
    expect(refused[0]?.retryAfterSeconds).toBeLessThanOrEqual(60);
  });

  test('of a company is ten times that of a person', async () => {
    const one = budgets({ ...SIZES, partner: { points: 1_000, seconds: 60 } });
    expect((await look(one, 100, { person: COMPANY })).told).toBe(50);
  });

  test('costs nothing for an answer that tells nothing of others, or for work that fails', async () => {
    const one = budgets();
    for (let round = 0; round < 10; round += 1) expect((await look(one, 5, { outcome: ones })).told).toBe(5);
    for (let round = 0; round < 10; round += 1)
      await expect(one.during(lookup, () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
    expect((await look(one, 10)).told).toBe(5);
  });

  test('waits for what is reserved, and is told as soon as it is given back', async () => {
    const one = budgets({ ...SIZES, person: { points: 1, seconds: 600 } });
    const { first, decide } = await begin(one);
    const second = look(one, 1);
    decide(ones);
    await first;
    expect((await second).told).toBe(1);
  });

  test('is refused to those who waited when what was reserved is charged', async () => {
    const one = budgets({ ...SIZES, person: { points: 1, seconds: 600 } });
    const { first, decide } = await begin(one);
    const second = look(one, 1);
    decide(somebodyElses);
    await first;
    expect((await second).refused[0]?.retryAfterSeconds).toBeGreaterThan(540);
  });

  test('refuses those who wait in vain, to come back in a second', async () => {
    const one = budgets({ ...SIZES, person: { points: 1, seconds: 600 } });
    const { promise: decided, resolve: decide } = Promise.withResolvers<typeof ones>();
    const first = one.during(lookup, () => decided);
    expect((await look(one, 1)).refused[0]?.retryAfterSeconds).toBe(1);
    decide(ones);
    await first;
  });

  test('takes a reservation of a process that has ended for a charge', async () => {
    await own.sql(
      `insert into lookup_budget (partner_id, budget, person, full_at, reserved, reserved_at)
       select ?, 'KEY_LOOKUPS', person, now() + interval '3000 seconds', 5, now() - interval '31 seconds'
       from (values (?), ('')) as row (person)`,
      [lookup.partnerId, PERSON],
    );
    expect((await look(budgets(), 1)).refused[0]?.retryAfterSeconds).toBeGreaterThan(540);
  });

  test('is told with what is left of it', async () => {
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

  test('is forgotten when it is full again, and not before', async () => {
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

  test('whose database fails fails those who asked, and serves those who come later', async () => {
    const failing = await OwnDatabase.open();
    const one = new LookupBudgets(failing.database, SIZES);
    await failing.sql('alter table lookup_budget rename to lookup_budget_away');
    await expect(one.during(lookup, () => Promise.resolve(ones))).rejects.toThrow();
    await failing.sql('alter table lookup_budget_away rename to lookup_budget');
    expect((await look(one, 10)).told).toBe(5);
    await one.settled();
    await failing.close();
  });
});
