import type { filterValues } from '../../events/readers/webhook-event-filter.args.ts';
import { eventsOfPartner, type WebhookEventRow } from '../../events/readers/webhook-event.rows.ts';
import type { Caller } from '../../platform/database/caller.ts';
import type { Sql } from '../../platform/database/database.ts';
import { PASS_UNWANTED, type HeldRow } from './lease.rows.ts';

/** Which events of a consumer's owner are read. */
interface WantedPage {
  readonly owner: string;
  /** Of the consumer's filter. */
  readonly filters: ReturnType<typeof filterValues>;
  readonly max: number;
}

/** Reads the first events after the position of a consumer that match its filter. */
export async function wantedEvents(
  sql: Sql,
  { position }: Pick<HeldRow, 'position'>,
  { owner, filters, max }: WantedPage,
): Promise<readonly WebhookEventRow[]> {
  const window = { backward: false, size: max, after: [position], before: undefined };
  return (await eventsOfPartner.pages(sql, [owner], window, filters)).get(owner)?.rows ?? [];
}

/**
 * Moves a held consumer over events that do not match its filter, after a read since its lease has found no other.
 * Otherwise its position would expire with them, as if it had missed something.
 */
export async function passUnwanted({ database, requester }: Caller, held: HeldRow): Promise<HeldRow> {
  if (held.isAtEnd) return held;
  const { head, id, worker, moves, position, leasedUntil } = held;
  const [passed] = await database.run(PASS_UNWANTED, [requester.partnerId, head, id, worker, moves, position]);
  return { ...held, ...passed, worker, leasedUntil };
}
