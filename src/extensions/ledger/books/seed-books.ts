import { CashIn } from '../../../bank/cash-ins/cash-in.entity.ts';
import type { Seed } from '../../../platform/schema/seed.ts';
import { LedgerBalance } from './ledger-balance.entity.ts';
import { LedgerEntry } from './ledger-entry.entity.ts';
import { entryIds } from './entry-ids.ts';
import { sumOf } from './cents.ts';

/** Books the cash-ins of the sandbox world's history, which were all cleared, unless its accounts have books already. */
export const seedBooks: Seed = async (em, { random }) => {
  const booked = new Set((await em.find(LedgerBalance, {}, { fields: ['ownerId'] })).map(({ ownerId }) => ownerId));
  const cashIns = await em.find(CashIn, {}, { orderBy: { createdAt: 'asc', id: 'asc' }, disableIdentityMap: true });
  const balances = new Map<string, { available: string; entries: number; partnerId: string; lastEntryAt: Date }>();
  const entries = [];
  for (const { id: subjectId, partnerId, accountId, amount, createdAt: occurredAt } of cashIns) {
    if (booked.has(accountId)) continue;
    const { available = '0.00', entries: count = 0 } = balances.get(accountId) ?? {};
    const balance = { available: sumOf(available, amount), entries: count + 1, partnerId, lastEntryAt: occurredAt };
    balances.set(accountId, balance);
    const [id, other] = entryIds(random, occurredAt);
    const shared = { partnerId, subjectId, kind: 'CASH_IN', occurredAt } as const;
    const into = { bucket: 'AVAILABLE', sequence: String(balance.entries), balanceAfter: balance.available } as const;
    entries.push(
      { ...shared, ...into, id, nth: 1, ownerId: accountId, amount },
      { ...shared, id: other, nth: 2, ownerId: null, bucket: 'SETTLEMENT' as const, amount: `-${amount}` },
    );
  }
  if (entries.length === 0) return;
  await em.insertMany(LedgerEntry, entries);
  await em.insertMany(
    LedgerBalance,
    [...balances].map(([ownerId, { entries: count, ...rest }]) => ({
      ...rest,
      ownerId,
      hold: '0.00',
      entries: String(count),
    })),
  );
};
