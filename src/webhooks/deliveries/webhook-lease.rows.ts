/** Returns an SQL condition: the queued message `delivery` is in flight at `now`. */
export function isInFlight(now: string): string {
  return `exists (
    select from webhook_lease as lease
    where lease.configuration_id = delivery.configuration_id and lease.until > ${now}
      and delivery.event_position = any (lease.positions)
  )`;
}

/**
 * CTEs that remove messages from their leases. They read `landed`: configuration_id, lease_id and event_position of
 * each. Only the holder of a lease changes it before it expires.
 */
export const SHRINK_LEASES = `
  remaining as (
    select lease.configuration_id, lease.id,
      array(select unnest(lease.positions) except select unnest(gone.positions)) as positions
    from (
      select configuration_id, lease_id, array_agg(event_position) as positions from landed group by 1, 2
    ) as gone
    join webhook_lease as lease on lease.configuration_id = gone.configuration_id and lease.id = gone.lease_id
  ), shrunk as (
    update webhook_lease as lease set positions = remaining.positions
    from remaining
    where lease.configuration_id = remaining.configuration_id and lease.id = remaining.id
      and remaining.positions <> '{}'
  ), ended as (
    delete from webhook_lease as lease using remaining
    where lease.configuration_id = remaining.configuration_id and lease.id = remaining.id
      and remaining.positions = '{}'
  )`;
