/**
 * A recursive common table expression, `waiting (partner_id)`: partners with waiting rows in `table`, found by a loose
 * scan of an index that begins with the partner. Its cost grows with these partners, not with their rows.
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

/** Queries for due work of partners, in turns: rows of `table` have a `due_at` until they are done. */
export function dueInTurn(table: string, key: string) {
  const waiting = waitingPartners(table, 'due_at is not null');
  const dueUpTo = (each: string) => `${waiting}, due as (
     select oldest.${key} from waiting cross join lateral (
       select ${key}, due_at from ${table}
       where partner_id = waiting.partner_id and due_at <= $1 order by due_at limit ${each}
     ) as oldest
     order by row_number() over (partition by waiting.partner_id order by oldest.due_at), random() limit $3
   )`;
  return {
    /** For `with recursive`, `due (key)`: of each partner the oldest row due at $1, then the second; $3 at most. */
    due: dueUpTo('$3'),
    /** The same, but for each of the partners $4 no more rows than its slots $5. */
    dueInShares: dueUpTo(`coalesce((
         select slots from unnest($4::text[], $5::int[]) as holding (partner_id, slots)
         where holding.partner_id = waiting.partner_id
       ), $3)`),
    /** A query for the instant when the next row is due, for a check of all work that is due. */
    earliest: `with recursive ${waiting}
   select min(oldest.due_at) from waiting cross join lateral (
     select due_at from ${table}
     where partner_id = waiting.partner_id and due_at is not null order by due_at limit 1
   ) as oldest`,
  };
}
