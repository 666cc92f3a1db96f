import { Migration20261130000500_ledger } from '../../../../migrations/Migration20261130000500_ledger.ts';
import type { Capability } from '../../../capability.ts';
import type { BooksElsewhere } from './books.port.ts';
import { balanceResolvers } from './balance.resolver.ts';
import { closureRefusals } from './closure.errors.ts';
import { PocketHasBalanceErrorType } from './closure.result.ts';
import { LedgerBalance } from './ledger-balance.entity.ts';
import { LedgerEntry } from './ledger-entry.entity.ts';
import { seedBooks } from './seed-books.ts';
import { StatementEntryResolver, statementEntryNodes, StatementResolver } from './statement.resolver.ts';

/** Balances, entries and statements, by double entry. */
export const booksCapability: Capability<{ readonly elsewhere: BooksElsewhere }> = {
  folder: 'extensions/ledger/books',
  neighbours: ['bank/accounts', 'bank/account-closures', 'bank/cash-ins', 'bank/pockets'],
  entities: [LedgerBalance, LedgerEntry],
  migrations: [Migration20261130000500_ledger],
  refusals: [closureRefusals],
  members: { ClosePocketResult: [PocketHasBalanceErrorType] },
  nodes: [statementEntryNodes],
  resolvers: ({ elsewhere }) => [
    ...balanceResolvers(elsewhere),
    new StatementResolver(elsewhere),
    new StatementEntryResolver(),
  ],
  seed: seedBooks,
};
