import { extension } from '../../extension.ts';
import type { Ports } from '../../ports.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Random } from '../../kernel/random.ts';
import { booksCapability } from './books/books.capability.ts';
import { mayClose } from './books/may-close.ts';
import type { CheckDependencies } from './checks/check-hourly.ts';
import { checkLedger } from './checks/check-ledger-command.ts';
import { checksCapability } from './checks/checks.capability.ts';
import type { MovementNeeds } from './movements/movements.port.ts';
import { movementsCapability } from './movements/movements.capability.ts';
import { bookReceived } from './receipts/book-received.ts';
import type { ReceiptNeeds } from './receipts/receipts.port.ts';
import { receiptsCapability } from './receipts/receipts.capability.ts';

type Core = Omit<MovementNeeds & ReceiptNeeds, keyof Ports> &
  CheckDependencies & { readonly hasProvider: boolean; readonly database: Database; readonly random: Random };

/** Books of the money of accounts and pockets: balances, statements, savings and redeems. */
export const ledger = extension<Core, { readonly books: Pick<Ports, 'booked' | 'mayClose'> }>({
  name: 'ledger',
  capabilities: [booksCapability, receiptsCapability, movementsCapability, checksCapability],
  commands: { 'check-ledger': checkLedger },
  open: ({ random }) => ({ books: { booked: bookReceived(random), mayClose: mayClose(random) } }),
  ports: ({ books }) => books,
});
