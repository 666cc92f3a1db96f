import { statement } from '../../../platform/statements/statement.ts';

const ENTRIES = `insert into ledger_entry
  (id, partner_id, subject_id, kind, nth, owner_id, bucket, amount, sequence, balance_after, occurred_at)`;

/** An owner that has never had money gets its balance with the first: a debit would find none, and is an update. */
const CREDITED = `on conflict (owner_id) do update set available = balance.available + excluded.available,
    hold = balance.hold + excluded.hold, entries = balance.entries + excluded.entries,
    last_entry_at = greatest(balance.last_entry_at, excluded.last_entry_at)
  returning owner_id, available, entries, last_entry_at`;

/**
 * Books money that an account receives, to be spent at once. All entries of a transaction are one insert, after the
 * account is locked; a trigger refuses what does not sum to zero.
 */
export const BOOK_RECEIVED = statement(
  'book_received',
  `with credited as (
    insert into ledger_balance as balance (owner_id, partner_id, available, hold, entries, last_entry_at)
    values ($4::uuid, $2::text, $5::numeric, 0, 1, $6::timestamptz) ${CREDITED}
  )
  ${ENTRIES}
  select ($1::uuid[])[1], $2::text, $3::uuid, 'CASH_IN', 1, owner_id, 'AVAILABLE', $5::numeric, entries, available, last_entry_at
  from credited
  union all select ($1::uuid[])[2], $2::text, $3::uuid, 'CASH_IN', 2, null::uuid, 'SETTLEMENT', -$5::numeric, null::bigint, null::numeric, $6::timestamptz`,
  { writes: 'lock' },
);

/** Books money that an account receives, and that is held. */
export const BOOK_HELD = statement(
  'book_held',
  `with credited as (
    insert into ledger_balance as balance (owner_id, partner_id, available, hold, entries, last_entry_at)
    values ($4::uuid, $2::text, 0, $5::numeric, 0, null) ${CREDITED}
  )
  ${ENTRIES}
  select ($1::uuid[])[1], $2::text, $3::uuid, 'CASH_IN_HOLD', 1, owner_id, 'HOLD', $5::numeric, null::bigint, null::numeric, $6::timestamptz from credited
  union all select ($1::uuid[])[2], $2::text, $3::uuid, 'CASH_IN_HOLD', 2, null::uuid, 'SETTLEMENT', -$5::numeric, null::bigint, null::numeric, $6::timestamptz`,
  { writes: 'lock' },
);

/** Books that what was held can be spent. */
export const BOOK_CLEARED = statement(
  'book_cleared',
  `with moved as (
    update ledger_balance set available = available + $5::numeric, hold = hold - $5::numeric, entries = entries + 1,
      last_entry_at = greatest(last_entry_at, $6::timestamptz)
    where owner_id = $4::uuid returning owner_id, available, entries, last_entry_at
  )
  ${ENTRIES}
  select ($1::uuid[])[1], $2::text, $3::uuid, 'CASH_IN', 1, owner_id, 'AVAILABLE', $5::numeric, entries, available, last_entry_at from moved
  union all select ($1::uuid[])[2], $2::text, $3::uuid, 'CASH_IN', 2, owner_id, 'HOLD', -$5::numeric, null::bigint, null::numeric, last_entry_at
  from moved`,
  { writes: 'lock' },
);

/** Books that money moves from one owner, $4, to another, $7. */
export const BOOK_MOVED = statement(
  'book_moved',
  `with debited as (
    update ledger_balance set available = available - $5::numeric, entries = entries + 1,
      last_entry_at = greatest(last_entry_at, $6::timestamptz)
    where owner_id = $4::uuid returning owner_id, available, entries, last_entry_at
  ), credited as (
    insert into ledger_balance as balance (owner_id, partner_id, available, hold, entries, last_entry_at)
    values ($7::uuid, $2::text, $5::numeric, 0, 1, $6::timestamptz) ${CREDITED}
  )
  ${ENTRIES}
  select ($1::uuid[])[1], $2::text, $3::uuid, $8::text, 1, owner_id, 'AVAILABLE', -$5::numeric, entries, available, last_entry_at
  from debited
  union all select ($1::uuid[])[2], $2::text, $3::uuid, $8::text, 2, owner_id, 'AVAILABLE', $5::numeric, entries, available, last_entry_at
  from credited`,
  { writes: 'lock' },
);
