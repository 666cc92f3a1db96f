import { setTimeout as wait } from 'node:timers/promises';
import type { Estate } from './estate.ts';
import type { Scene } from './fault.ts';
import { until } from './recovery.ts';

/** Figure of the reliability page: how long all pending work takes at most, in milliseconds. */
const DRAINED_MS_MAX = 30_000;

/** How much work is pending, by kind. */
export type Left = Readonly<Record<string, number>>;

export const DUE = 'messages that are due and are not sent';
export const ORPHANED = 'messages of configurations that are gone';
export const UNSEALED = 'audit entries without a place in a chain';

/** Counts background work that must end by itself; work that is not due yet is left out. */
export const LEFT = `
  select 'events without a place in the log' as kind, count(*)::int as count from outbox
  union all
  select 'events whose messages are not queued', count(*)::int from event_capture
  union all
  select '${DUE}', count(*)::int
  from webhook_delivery as delivery
  join webhook_configuration as configuration on configuration.id = delivery.configuration_id
  left join webhook_breaker as breaker on breaker.configuration_id = delivery.configuration_id
  where delivery.due_at <= now() and configuration.status = 'ENABLED'
    and coalesce(breaker.state = 'CLOSED' or breaker.next_probe_at <= now(), true)
  union all
  select '${ORPHANED}', count(*)::int
  from webhook_delivery as delivery
  where not exists (select from webhook_configuration as configuration where configuration.id = delivery.configuration_id)
  union all
  select 'leases of messages', count(*)::int from webhook_lease
  union all
  select '${UNSEALED}', count(*)::int from audit_outbox
  union all
  select 'reprocessings', count(*)::int from webhook_reprocessing where finished_at is null
  union all
  select 'registrations', count(*)::int from customer_registration where status = 'PENDING_APPROVAL' and due_at <= now()
  union all
  select 'analyses of documents', count(*)::int from document_analysis where status = 'ANALYZING' and due_at <= now()
  union all
  select 'transactions that stand', count(*)::int from pg_stat_activity
  where application_name like 'partner-banking-gateway%' and xact_start < now() - interval '5 seconds'`;

/** Waits until no work is pending; all processes must be ready, and no client may send requests. */
export async function expectDrained({ estate, times, histories, follower }: Scene): Promise<void> {
  let left: Left = {};
  const isDrained = async () => {
    const [stored, shown, open] = await Promise.all([
      estate.storage.left(estate),
      histories.left(),
      openSockets(estate),
    ]);
    const sockets = open - follower.openSockets;
    left = { ...stored, ...shown, ...(sockets !== 0 && { 'sockets too many': sockets }) };
    return Object.keys(left).length === 0;
  };
  // A reading that dates from before says nothing.
  await wait(estate.storage.staleMsMax);
  try {
    await times.within('drained', DRAINED_MS_MAX, () => until('all has drained', isDrained));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${reason} Left: ${JSON.stringify(left)}`, { cause: error });
  }
}

/** Returns the number of sockets that the `api` processes count. */
async function openSockets({ apis }: Estate): Promise<number> {
  const counts = await Promise.all(
    apis.map(async ({ adminUrl }) => {
      const metrics = await (await fetch(`${adminUrl}/metrics`)).text();
      return Number(/^gateway_sockets\{state="open"\} (\d+)$/m.exec(metrics)?.[1]);
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
