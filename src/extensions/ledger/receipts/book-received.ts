import type { Booked } from '../../../bank/money.port.ts';
import type { Random } from '../../../kernel/random.ts';
import { BOOK_HELD, BOOK_RECEIVED } from '../books/booking.rows.ts';
import { entryIds } from '../books/entry-ids.ts';
import { HOLD_CASH_IN } from './clearing.rows.ts';

/** Books money that is received, in the round trip of its commit: as `available` if it is cleared, else as `hold`. */
export function bookReceived(random: Random): Booked {
  return async (sql, { partnerId, accountId, cashInId, amount, at, isCleared, clearAt, correlationId }) => {
    const values = [entryIds(random, at), partnerId, cashInId, accountId, amount, at.toISOString()] as const;
    if (isCleared) {
      await sql.run(BOOK_RECEIVED, values);
      return;
    }
    const held = { cashInId, partnerId, correlationId, dueAt: clearAt?.toISOString() ?? null };
    await Promise.all([sql.run(HOLD_CASH_IN, held), sql.run(BOOK_HELD, values)]);
  };
}
