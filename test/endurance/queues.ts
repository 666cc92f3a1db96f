import { setTimeout as wait } from 'node:timers/promises';
import type { ObservedProduct } from './observed-product.ts';

/** Tables whose rows are temporary, and how long a row that is no longer needed is kept at most, in seconds. */
export const QUEUES = {
  outbox: 0,
  // Endpoints of the sandbox world never answer: their messages are retried for two and a half days.
  webhook_delivery: 216_000,
  webhook_lease: 0,
  socket_count: 0,
  rate_limit: 60,
  idempotency_key: 480,
  spent_proof: 480,
  // The codes of a day are counted (F6).
  totp_challenge: 86_400,
  transactional_hash: 960,
} as const;

/** How long it may take after the last fault until nothing is left to do, in seconds. */
export const DRAINED_SECONDS_MAX = 30;
const LOOK_EVERY_MS = 250;

export type Queue = keyof typeof QUEUES;

const COUNTS = Object.keys(QUEUES).map((table) => `(select count(*)::int from ${table}) as ${table}`);

export async function countQueues(product: ObservedProduct): Promise<Readonly<Record<Queue, number>>> {
  const [row] = await product.rows<Record<Queue, number>>(`select ${COUNTS.join(', ')}`);
  if (row === undefined) throw new Error('The database has counted nothing.');
  return row;
}

/** Counts due work, without messages that wait for their time, their breaker, or their configuration to be ENABLED. */
const DUE = `select (select count(*)::int from outbox) as "events",
  (select coalesce(sum(cardinality(positions)), 0)::int from webhook_lease) as "calls",
  (select count(*)::int from webhook_delivery where due_at < now() - interval '2 seconds' and configuration_id not in
    (select configuration_id from webhook_breaker where state <> 'CLOSED' union all
     select id from webhook_configuration where status = 'DISABLED')) as "deliveries",
  (select count(*)::int from document_analysis where status = 'ANALYZING') as "analyses",
  (select count(*)::int from webhook_reprocessing where finished_at is null) as "reprocessings"`;

/** Waits until all due work is done; returns how many seconds it took, and what is left after 30 seconds. */
export async function drained(product: ObservedProduct): Promise<{ readonly seconds: number; readonly left: string }> {
  const began = performance.now();
  for (;;) {
    const [due = {}] = await product.rows<Record<string, number>>(DUE);
    const seconds = (performance.now() - began) / 1_000;
    const left = Object.entries(due).filter(([, count]) => count > 0);
    if (left.length === 0 || seconds > DRAINED_SECONDS_MAX)
      return { seconds, left: left.map(([name, count]) => `${count} ${name}`).join(', ') };
    await wait(LOOK_EVERY_MS);
  }
}
