import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { LookupBudgets } from '../../../src/platform/limits/lookup-budgets.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { TestClock } from '../../support/test-clock.ts';

let own: OwnDatabase;
const clock = new TestClock();
let partners = 0;

beforeAll(async () => {
  own = await OwnDatabase.open();
});
beforeEach(() => {
  partners += 1;
});
afterAll(() => own.close());

const partner = () => `PARTNER_${partners}`;
const budgets = () => new LookupBudgets(own.database, clock);

async function charge(on: LookupBudgets, times: number): Promise<void> {
  for (let charged = 0; charged < times; charged += 1) await on.charge(partner());
}

describe('the budget of refused look-ups', () => {
  test('lasts for five refusals, then for one in ten minutes', async () => {
    const one = budgets();
    await charge(one, 4);
    expect(await one.secondsToWait(partner())).toBe(0);
    await charge(one, 1);
    expect(await one.secondsToWait(partner())).toBeGreaterThan(595);
    expect(await one.secondsToWait(partner())).toBeLessThanOrEqual(600);
    clock.advance(601);
    expect(await one.secondsToWait(partner())).toBe(0);
    await charge(one, 1);
    expect(await one.secondsToWait(partner())).toBeGreaterThan(590);
  });

  test('never fills beyond its measure', async () => {
    const one = budgets();
    await charge(one, 1);
    clock.advance(7 * 86_400);
    await charge(one, 5);
    expect(await one.secondsToWait(partner())).toBeGreaterThan(590);
  });

  test('is overdrawn by a burst, but not without end', async () => {
    const one = budgets();
    await Promise.all(Array.from({ length: 40 }, () => one.charge(partner())));
    const seconds = await one.secondsToWait(partner());
    expect(seconds).toBeGreaterThan(3_590);
    expect(seconds).toBeLessThanOrEqual(3_600);
  });

  test('is one for all processes', async () => {
    await charge(budgets(), 5);
    expect(await budgets().secondsToWait(partner())).toBeGreaterThan(590);
  });

  test('is read again after a while: another process may have charged it', async () => {
    const [one, other] = [budgets(), budgets()];
    expect(await one.secondsToWait(partner())).toBe(0);
    await charge(other, 5);
    clock.advance(6);
    expect(await one.secondsToWait(partner())).toBeGreaterThan(580);
  });

  test('of others is untouched', async () => {
    const one = budgets();
    await charge(one, 5);
    expect(await one.secondsToWait('SOMEBODY_ELSE')).toBe(0);
  });

  test('does not come back when the clock is set back', async () => {
    const one = budgets();
    await charge(one, 5);
    clock.advance(-3_600);
    expect(await one.secondsToWait(partner())).toBeGreaterThanOrEqual(600);
    await charge(one, 1);
    clock.advance(3_600);
    expect(await one.secondsToWait(partner())).toBeGreaterThan(1_190);
  });
});
