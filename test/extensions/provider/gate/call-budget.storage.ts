import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CallBudget } from '../../../../src/extensions/provider/gate/call-budget.ts';
import { OwnDatabase } from '../../../support/opened-database.ts';
import { forgetFaults, fullestWindow, know, openClient, ProviderDouble, readCall } from '../calls/provider-double.ts';

let own: OwnDatabase;

beforeAll(async () => {
  own = await OwnDatabase.open();
  await know(own, 'ACME_PAY');
  await know(own, 'BETA_PAY');
});
afterAll(() => own.close());

describe('the budget of calls', () => {
  test('is never exceeded across two processes, tokens included, and partners share it equally', async () => {
    await forgetFaults(own);
    const double = await ProviderDouble.start();
    // 12 calls a second.
    const rate = { requests: 48, seconds: 2 };
    const processes = [openClient(own, double.url, { rate }), openClient(own, double.url, { rate })];
    // Each gets its tokens before they contend: on a busy machine one would begin long before the other.
    for (const { client } of processes)
      for (const partnerId of ['ACME_PAY', 'BETA_PAY']) await client.call(readCall({ partnerId }));
    const before = double.calls.length;
    const callOf = (partnerId: string) =>
      processes.flatMap(({ client }) => Array.from({ length: 24 }, () => client.call(readCall({ partnerId }))));
    const [acme, beta] = [callOf('ACME_PAY'), callOf('BETA_PAY')];
    const replies = await Promise.all([...acme, ...beta]);
    expect(replies.every(({ kind }) => kind === 'ANSWERED')).toBe(true);
    expect(fullestWindow(double.got, 2_000)).toBeLessThanOrEqual(48);
    const half = double.calls.slice(before, before + 48).filter(({ client }) => client === 'ACME_PAY').length;
    expect(Math.abs(half - 24)).toBeLessThanOrEqual(4);
    await Promise.all(processes.map(({ client }) => client.close()));
    await double.stop();
  });

  test('grants no more than a slot has, no matter how many draw concurrently', async () => {
    await own.sql('delete from provider_budget');
    // A long slot, so that it does not end during the test.
    const slot = { calls: 20, seconds: 1_000_000_000 };
    const budgets = [new CallBudget(own.database, slot), new CallBudget(own.database, slot)];
    const draws = await Promise.all(Array.from({ length: 10 }, () => budgets.map((budget) => budget.draw(3))).flat());
    expect(draws.reduce((sum, { granted }) => sum + granted, 0)).toBe(20);
  });

  test('continues after the clock of the database was set back', async () => {
    await own.sql('delete from provider_budget');
    const budget = new CallBudget(own.database, { calls: 5, seconds: 1 });
    await budget.draw(1);
    await own.sql('update provider_budget set slot = slot + 1000000, taken = 5');
    expect(await budget.draw(1)).toMatchObject({ granted: 1 });
  });
});
