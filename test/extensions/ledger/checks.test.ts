import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findViolations } from '../../../src/extensions/ledger/checks/find-violations.rows.ts';
import { Database } from '../../../src/platform/database/database.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { sql } from '../../support/webhooks.ts';
import { move, newPocket, receive } from './money.ts';

let gateway: Gateway;
let pocketNumber: string;

beforeAll(async () => {
  gateway = await Gateway.start();
  pocketNumber = await newPocket(gateway);
  await receive(gateway, { amount: '20.00' });
  await receive(gateway, { amount: '5.00', clearAfterSeconds: 300 });
  await move(gateway, 'saveToPocket', { pocketNumber, amount: '3.00' });
  await move(gateway, 'redeemFromPocket', { pocketNumber });
});
afterAll(() => gateway.stop());

const violations = (since: Date | null = null) => findViolations(new Database(gateway.app.database.sessions), since);
const run = (text: string) => sql(gateway, text, []);

const OF_POCKET = `(select id from pocket where number = :number)`;
const filled = (text: string) => text.replaceAll(':number', `'${pocketNumber}'`);

test('the books of the sandbox world add up, its history included', async () => {
  expect(await violations()).toEqual([]);
});

test.each([
  [
    'an entry alone',
    `insert into ledger_entry values
     (gen_random_uuid(), 'ACME_PAY', gen_random_uuid(), 'SAVING', 1, null, 'SETTLEMENT', 1, null, null, now())`,
  ],
  [
    'two that do not sum to zero',
    `insert into ledger_entry select
     gen_random_uuid(), 'ACME_PAY', '0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55', 'SAVING', nth, null, 'SETTLEMENT', nth, null, null, now()
     from generate_series(1, 2) as side (nth)`,
  ],
  [
    'more for a transaction that is booked',
    `insert into ledger_entry select
     gen_random_uuid(), partner_id, subject_id, kind, nth + 2, null, 'SETTLEMENT', amount, null, null, now()
     from ledger_entry where subject_id = (select id from pocket_transaction limit 1)`,
  ],
  ['a change', 'update ledger_entry set amount = amount + 1'],
  ['a deletion', 'delete from ledger_entry'],
  ['an empty table', 'truncate ledger_entry'],
  ['a balance below zero', 'update ledger_balance set available = -1'],
])('the database refuses %s', async (_what, statement) => {
  await expect(run(statement)).rejects.toThrow(/sum to zero|never changed|not_negative/);
});

/** Faults by what wrote past the triggers, and the sentence that finds each. */
const PLANTED: readonly (readonly [what: string, statement: string, found: RegExp])[] = [
  [
    'a balance that was changed',
    `update ledger_balance set available = available + 1 where owner_id = ${OF_POCKET}`,
    /^The balance of \S+ is 3\.00 and 0\.00, its entries sum to 2\.00 and 0\.00\.$/m,
  ],
  [
    'a count that was changed',
    `update ledger_balance set entries = entries + 1 where owner_id = ${OF_POCKET}`,
    /^The balance of \S+ counts 3 entries, of which there are 2, up to number 2\.$/m,
  ],
  [
    'an entry that was changed',
    `update ledger_entry set amount = amount + 1 where owner_id = ${OF_POCKET} and sequence = 1`,
    /^The entries of SAVING \S+ do not sum to zero: 1\.00\.\nThe balance|^Entry 1 of \S+ does not follow entry 0\.$/m,
  ],
  [
    'an entry that was deleted',
    `delete from ledger_entry where owner_id = ${OF_POCKET} and sequence = 2`,
    /^REDEEM \S+ is DONE, and not booked once with its amount\.$/m,
  ],
  [
    'a cash-in that is not booked',
    `insert into cash_in (id, partner_id, account_id, rail, amount, currency, created_at)
     select gen_random_uuid(), partner_id, id, 'TED', 1, 'BRL', now() from payment_account where number = '200001'`,
    /^Cash-in \S+ is CLEARED, and not booked once with its amount\.$/m,
  ],
  [
    'a held cash-in that was said to be cleared',
    'update cash_in_clearing set cleared_at = now()',
    /^Cash-in \S+ is held, and not booked so\.$/m,
  ],
  [
    'entries of a transaction that does not exist',
    `insert into ledger_entry select gen_random_uuid(), 'ACME_PAY', '0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e56', 'SAVING', nth, null,
       'SETTLEMENT', 3 - 2 * nth, null, null, now() from generate_series(1, 2) as side (nth)`,
    /^SAVING \S+ is booked, and there is no such transaction\.$/m,
  ],
  [
    'a closed pocket with money',
    `update pocket set status = 'CLOSED' where id = ${OF_POCKET}`,
    /is CLOSED with 3\.00\.$/m,
  ],
];

test('the check finds each fault that was planted, and so does that of what has moved', async () => {
  await run('alter table ledger_entry disable trigger all');
  const hourAgo = new Date(gateway.clock.now().getTime() - 3_600_000);
  for (const [what, statement, found] of PLANTED) {
    await run(filled(statement));
    for (const since of [null, hourAgo])
      expect([what, (await violations(since)).join('\n')]).toEqual([what, expect.stringMatching(found)]);
  }
  await run('alter table ledger_entry enable trigger all');
});

test('a worker checks each hour, and says how many it has found', async () => {
  gateway.clock.advance(3_600);
  const found = await eventually(async () => {
    const [check] = await sql<{ violations: number }>(gateway, 'select violations from ledger_check', []);
    return check !== undefined && check.violations > 0 && check.violations;
  });
  expect(found).toBeGreaterThan(5);
  const metrics = await (await fetch(`${gateway.app.adminUrl}/metrics`)).text();
  expect(metrics).toContain(`gateway_ledger_violations{state="found"} ${found}`);
});
