import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { findViolations } from '../../../src/extensions/ledger/checks/find-violations.rows.ts';
import { Database } from '../../../src/platform/database/database.ts';
import { Gateway } from '../../support/gateway.ts';
import { closePocket } from '../../support/pockets.ts';
import { balanceOfAccount, balanceOfPocket, move, newPocket, receive, sumsOf } from './money.ts';

/** Pockets of a program. */
const POCKETS = 3;

type Step =
  | { readonly kind: 'receive'; readonly cents: number }
  | { readonly kind: 'saveToPocket' | 'redeemFromPocket'; readonly pocket: number; readonly cents: number }
  | { readonly kind: 'close'; readonly pocket: number };

const cents = fc.oneof(fc.integer({ min: 1, max: 500 }), fc.constantFrom(1, 99_999));
const pocket = fc.integer({ min: 0, max: POCKETS - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('receive' as const), cents: fc.integer({ min: 1, max: 1_000 }) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('saveToPocket' as const), pocket, cents }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('redeemFromPocket' as const), pocket, cents }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('close' as const), pocket }) },
);
const program = fc.array(step, { minLength: 5, maxLength: 25 });

const amountOf = (value: number) => (value / 100).toFixed(2);
const centsOf = (amount: string) => Number(amount.replace('.', ''));

/** What a program has, as it should be. */
class Model {
  account: number;
  readonly pockets = Array.from({ length: POCKETS }, () => ({ cents: 0, isClosed: false }));

  constructor(account: number) {
    this.account = account;
  }

  /** Returns the code of the refusal, if any. */
  expected(wanted: Step): string | undefined {
    if (wanted.kind === 'receive') {
      this.account += wanted.cents;
      return undefined;
    }
    const one = this.pockets[wanted.pocket] ?? { cents: 0, isClosed: true };
    if (wanted.kind === 'close') {
      if (!one.isClosed && one.cents > 0) return 'POCKET_HAS_BALANCE';
      one.isClosed = true;
      return undefined;
    }
    if (one.isClosed) return 'INVALID_POCKET_STATUS';
    const isSaving = wanted.kind === 'saveToPocket';
    if ((isSaving ? this.account : one.cents) < wanted.cents) return 'INSUFFICIENT_FUNDS';
    this.account += isSaving ? -wanted.cents : wanted.cents;
    one.cents += isSaving ? wanted.cents : -wanted.cents;
    return undefined;
  }
}

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start();
});
afterAll(() => gateway.stop());

const newPockets = () => Promise.all(Array.from({ length: POCKETS }, () => newPocket(gateway)));
const balances = async (pockets: readonly string[]) =>
  Promise.all(pockets.map(async (number) => centsOf((await balanceOfPocket(gateway, number)).total)));

async function run(wanted: Step, pockets: readonly string[]): Promise<string | undefined> {
  if (wanted.kind === 'receive') return (await receive(gateway, { amount: amountOf(wanted.cents) })).code;
  const pocketNumber = pockets[wanted.pocket] ?? '';
  if (wanted.kind === 'close') return (await closePocket(gateway, { pocketNumber })).code;
  return (await move(gateway, wanted.kind, { pocketNumber, amount: amountOf(wanted.cents) })).code;
}

async function expectConserved(): Promise<void> {
  const sums = await sumsOf(gateway);
  expect(sums).toMatchObject({ entries: '0.00', balances: sums?.entered });
}

test('a program of one client ends as a model of it does, step by step', async () => {
  await fc.assert(
    fc.asyncProperty(program, async (steps) => {
      const pockets = await newPockets();
      const model = new Model(centsOf((await balanceOfAccount(gateway)).total));
      for (const wanted of steps)
        expect([wanted, await run(wanted, pockets)]).toEqual([wanted, model.expected(wanted)]);
      expect(centsOf((await balanceOfAccount(gateway)).total)).toBe(model.account);
      expect(await balances(pockets)).toEqual(model.pockets.map((one) => one.cents));
      await expectConserved();
    }),
    { numRuns: 6 },
  );
});

test('of many clients at once, money is conserved in each snapshot, and the books add up', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(program, { minLength: 3, maxLength: 6 }), async (programs) => {
      const pockets = await newPockets();
      let isRunning = true;
      const watching = (async () => {
        while (isRunning) await expectConserved();
      })();
      const known = [undefined, 'POCKET_HAS_BALANCE', 'INVALID_POCKET_STATUS', 'INSUFFICIENT_FUNDS'];
      const clients = programs.map(async (steps) => {
        for (const wanted of steps) expect(known).toContain(await run(wanted, pockets));
      });
      await Promise.all(clients);
      isRunning = false;
      await watching;
    }),
    { numRuns: 3 },
  );
  expect(await findViolations(new Database(gateway.app.database.sessions), null)).toEqual([]);
});
