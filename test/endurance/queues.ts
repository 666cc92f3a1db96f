import { setTimeout as wait } from 'node:timers/promises';
import type { ObservedProduct } from './observed-product.ts';

/** Tables whose rows come and go, and when one that is not needed any more has gone, in seconds. */
export const QUEUES = {
  outbox: 0,
  // Endpoints of the sandbox world answer nobody: what is for them is tried for two and a half days.
  webhook_delivery: 216_000,
  webhook_lease: 0,
  socket_count: 0,
  rate_limit: 60,
  idempotency_key: 480,
  spent_proof: 480,
  // A day's codes are counted (F6).
  totp_challenge: 86_400,
  transactional_hash: 960,
} as const;

/** How long it may take until nothing is left to do after the last fault. */
export const DRAINED_SECONDS_MAX = 30;
const LOOK_EVERY_MS = 250;

export type Queue = keyof typeof QUEUES;

const COUNTS = Object.keys(QUEUES).map((table) => `(select count(*)::int from ${table}) as ${table}`);

export async function countQueues(product: ObservedProduct): Promise<Readonly<Record<Queue, number>>> {
  const [row] = await product.rows<Record<Queue, number>>(`select ${COUNTS.join(', ')}`);
  if (row === undefined) throw new Error('The database has counted nothing.');
  return row;
}

/** What is due and not done: a try that waits for its time, or is held by a breaker, is not. */
const DUE = `select (select count(*)::int from outbox) as "events",
  (select coalesce(sum(cardinality(positions)), 0)::int from webhook_lease) as "calls",
  (select count(*)::int from webhook_delivery where due_at < now() - interval '2 seconds' and configuration_id not in
    (select configuration_id from webhook_breaker where state <> 'CLOSED')) as "deliveries",
  (select count(*)::int from document_analysis where status = 'ANALYZING') as "analyses",
  (select count(*)::int from webhook_reprocessing where finished_at is null) as "reprocessings"`;

/** Waits until all that is due is done, and gives how many seconds it took, or what is left after 30. */
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
