/**
 * A recursive common table expression, `waiting (partner_id)`: partners for whom rows of `table` wait, found by leaps over
 * an index that begins with the partner. Its cost grows with these partners, not with their rows.
 */
export function waitingPartners(table: string, isWaiting: string): string {
  return `waiting as (
     (select partner_id from ${table} where ${isWaiting} order by partner_id limit 1)
     union all
     select next.partner_id from waiting cross join lateral (
       select partner_id from ${table}
       where ${isWaiting} and partner_id > waiting.partner_id order by partner_id limit 1
     ) as next
   )`;
}

/** Work of partners that comes due, by turns: rows of `table` with a `due_at` until it is done. */
export function dueInTurn(table: string, key: string) {
  const waiting = waitingPartners(table, 'due_at is not null');
  return {
    /** For `with recursive`, `due (key)`: of each partner the oldest that is due at $1, then of each the second; $3 at most. */
    due: `${waiting}, due as (
     select oldest.${key} from waiting cross join lateral (
       select ${key}, due_at from ${table}
       where partner_id = waiting.partner_id and due_at <= $1 order by due_at limit $3
     ) as oldest
     order by row_number() over (partition by waiting.partner_id order by oldest.due_at), random() limit $3
   )`,
    /** A query for the instant when the next is due, for a look at all work that is due. */
    earliest: `with recursive ${waiting}
   select min(oldest.due_at) from waiting cross join lateral (
     select due_at from ${table}
     where partner_id = waiting.partner_id and due_at is not null order by due_at limit 1
   ) as oldest`,
  };
}
