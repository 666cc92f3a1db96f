import type { Sql } from '../../../platform/database/database.ts';
import { statement } from '../../../platform/statements/statement.ts';

/** Most faults that are named: one is enough to stop and look. */
const NAMED_MAX = 100;

/** Where the parts of a check are read. */
interface Parts {
  /** Which entries are checked; of their owners all are. */
  readonly entries: string;
  /** Adds balances without entries. */
  readonly balances: string;
  readonly cashIns: string;
  readonly movements: string;
}

/** Finds what does not add up, in one statement and so in one snapshot; $1 faults at most. */
const violationsIn = (parts: Parts) => `${readIn(parts)}, ${faultsIn(parts)}
   select text as "text" from fault order by text limit $1`;

/** What is read once: owners, the sums and the order of their entries, and transactions. */
const readIn = ({ entries, balances }: Parts) => `
  with moved as materialized (
     select distinct owner_id from ledger_entry
     where owner_id is not null and ${entries} ${balances}
   ), sums as materialized (
     select owner_id, coalesce(sum(amount) filter (where bucket = 'AVAILABLE'), 0.00) as available,
       coalesce(sum(amount) filter (where bucket = 'HOLD'), 0.00) as hold,
       count(*) filter (where bucket = 'AVAILABLE') as entries, coalesce(max(sequence), 0) as last
     from ledger_entry where owner_id in (select owner_id from moved) group by owner_id
   ), chain as (
     select owner_id, sequence, balance_after, amount, occurred_at,
       lag(balance_after, 1, 0) over owner as before, lag(sequence, 1, 0::bigint) over owner as previous,
       lag(occurred_at) over owner as earlier
     from ledger_entry where owner_id in (select owner_id from moved) and bucket = 'AVAILABLE'
     window owner as (partition by owner_id order by sequence)
   ), recent as materialized (
     select subject_id, kind, sum(amount) as total, count(*) as entries, max(nth) as last,
       max(amount) as amount, count(owner_id) as owners
     from ledger_entry where (subject_id, kind) in (
       select subject_id, kind from ledger_entry where ${entries}
     ) group by subject_id, kind
   )`;

/** A query for each kind of fault. */
const faultsIn = ({ cashIns, movements }: Parts) => `
   fault (text) as (
     select 'The entries of ' || kind || ' ' || subject_id || ' do not sum to zero: ' || total || '.'
     from recent where total <> 0 or entries <> last or entries < 2
     union all
     select 'The balance of ' || owner_id || ' is ' || coalesce(balance.available::text, 'missing') || ' and '
       || coalesce(balance.hold::text, 'missing') || ', its entries sum to ' || coalesce(sums.available, 0.00) || ' and '
       || coalesce(sums.hold, 0.00) || '.'
     from moved left join ledger_balance as balance using (owner_id) left join sums using (owner_id)
     where (balance.available, balance.hold) is distinct from (coalesce(sums.available, 0.00), coalesce(sums.hold, 0.00))
     union all
     select 'The balance of ' || owner_id || ' counts ' || balance.entries || ' entries, of which there are '
       || coalesce(sums.entries, 0) || ', up to number ' || coalesce(sums.last, 0) || '.'
     from moved join ledger_balance as balance using (owner_id) left join sums using (owner_id)
     where balance.entries <> coalesce(sums.entries, 0) or balance.entries <> coalesce(sums.last, 0)
     union all
     select 'Entry ' || sequence || ' of ' || owner_id || ' does not follow entry ' || previous || '.'
     from chain where sequence <> previous + 1 or balance_after <> before + amount or occurred_at < earlier
     union all
     select 'Cash-in ' || cash_in.id || ' is CLEARED, and not booked once with its amount.'
     from ${cashIns} as cash_in left join cash_in_clearing as clearing on clearing.cash_in_id = cash_in.id
     left join recent on recent.subject_id = cash_in.id and recent.kind = 'CASH_IN'
     where (clearing.cash_in_id is null or clearing.cleared_at is not null)
       and recent.amount is distinct from cash_in.amount
     union all
     select 'Cash-in ' || clearing.cash_in_id || ' is held, and not booked so.'
     from ${cashIns} as cash_in join cash_in_clearing as clearing on clearing.cash_in_id = cash_in.id
     left join ledger_entry as held
       on held.subject_id = clearing.cash_in_id and held.kind = 'CASH_IN_HOLD' and held.nth = 1
     left join ledger_entry as spent on spent.subject_id = clearing.cash_in_id and spent.kind = 'CASH_IN' and spent.nth = 1
     where (held.amount is distinct from cash_in.amount or (clearing.cleared_at is null) <> (spent.id is null))
     union all
     select movement.type || ' ' || movement.id || ' is DONE, and not booked once with its amount.'
     from ${movements} as movement
     left join recent on recent.subject_id = movement.id and recent.kind = movement.type
     where movement.status = 'DONE'
       and (recent.amount is distinct from movement.amount or recent.owners <> 2)
     union all
     select kind || ' ' || subject_id || ' is booked, and there is no such '
       || case when kind like 'CASH_IN%' then 'cash-in.' else 'transaction.' end
     from recent where not exists (select from cash_in where id = subject_id and kind like 'CASH_IN%')
       and not exists (select from pocket_transaction as movement where movement.id = subject_id and type = kind)
     union all
     select 'Pocket ' || pocket.id || ' is CLOSED with ' || (balance.available + balance.hold) || '.'
     from moved join ledger_balance as balance using (owner_id) join pocket on pocket.id = owner_id
     where pocket.status = 'CLOSED' and balance.available + balance.hold <> 0
   )`;

/** All books: it reads whole tables. */
const FIND_VIOLATIONS = statement(
  'find_ledger_violations',
  violationsIn({
    entries: 'true',
    balances: 'union select owner_id from ledger_balance',
    cashIns: 'cash_in',
    movements: 'pocket_transaction',
  }),
  { neverNull: ['text'] },
);

/** What has moved since $2: the owners of entries, their transactions, and cash-ins. */
const FIND_RECENT_VIOLATIONS = statement(
  'find_recent_ledger_violations',
  violationsIn({
    entries: 'occurred_at >= $2::timestamptz',
    balances: '',
    cashIns: `(select received.* from partner cross join lateral (
      select * from cash_in where partner_id = partner.id and created_at >= $2 offset 0
    ) as received)`,
    movements: `(select made.* from moved cross join lateral (
      select * from pocket_transaction where pocket_id = moved.owner_id and created_at >= $2 offset 0
    ) as made)`,
  }),
  { plan: 'custom', neverNull: ['text'] },
);

/** Returns a sentence for each fault in all books, or in those that have moved since an instant. */
export async function findViolations(sql: Sql, since: Date | null): Promise<readonly string[]> {
  const faults =
    since === null
      ? await sql.run(FIND_VIOLATIONS, [NAMED_MAX])
      : await sql.run(FIND_RECENT_VIOLATIONS, [NAMED_MAX, since.toISOString()]);
  return faults.map(({ text }) => text);
}
