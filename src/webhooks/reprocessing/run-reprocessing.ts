import { requeueMessages } from '../deliveries/requeue-messages.ts';
import { instantOf } from '../../platform/statements/instant.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { statement } from '../../platform/statements/statement.ts';
import { waitingPartners } from '../../platform/database/waiting-partners.ts';
import { messageSearch } from '../archive/message-search.value.ts';
import { messagesOfPartner, searchFilters } from '../archive/webhook-message.rows.ts';
import type { ReprocessDependencies } from './reprocess-webhook-messages.ts';
import { rangeOf, runRange } from './run-range.ts';
import { filterOf, REPROCESSING_COLUMNS, type ReprocessingRow } from './reprocessing.rows.ts';

/** Messages requeued per transaction: it limits how long their breakers are locked. */
const BATCH_SIZE = 200;

/** Reprocessings of one partner that may run concurrently, each in another worker. */
const AT_ONCE_MAX = 4;

/**
 * Takes the least advanced reprocessing of a random partner: a short one need not wait for a long one, nor a partner
 * for a thousand of another. Concurrent workers take different ones; if one dies, its reprocessing stays where it was.
 */
const TAKE_NEXT = statement<ReprocessingRow>(
  'take_next_reprocessing',
  `with recursive ${waitingPartners('webhook_reprocessing', 'finished_at is null')}, least_far as (
     select next.id, next.turn + random() as turn from waiting cross join lateral (
       select id, row_number() over (order by requeued + refused, created_at) as turn from webhook_reprocessing
       where partner_id = waiting.partner_id and finished_at is null
       order by turn limit ${AT_ONCE_MAX}
     ) as next
   )
   select ${REPROCESSING_COLUMNS}
   from least_far join webhook_reprocessing using (id)
   order by least_far.turn limit 1 for update of webhook_reprocessing skip locked`,
);

/** When a reprocessing is to continue: now, if there is any. For the check for due work. */
export const EARLIEST_REPROCESSING =
  'select $1::timestamptz from webhook_reprocessing where finished_at is null limit 1';

const ADVANCE = statement(
  'advance_reprocessing',
  `update webhook_reprocessing set requeued = requeued + $2, refused = refused + $3,
     reached_sent_date = coalesce($4, reached_sent_date), reached_id = coalesce($5, reached_id), finished_at = $6
   where id = $1`,
);

/**
 * Processes the next batch of one reprocessing. Messages and progress commit together: if a worker is killed, no
 * message is skipped or counted twice.
 * @returns whether there is more to do
 */
export async function runReprocessing(dependencies: ReprocessDependencies): Promise<boolean> {
  const { database, wakeDeliveries } = dependencies;
  const hasWorked = await database.transaction(async (transaction) => {
    const [reprocessing] = await transaction.run(TAKE_NEXT, []);
    if (reprocessing === undefined) return false;
    const now = dependencies.clock.now();
    const range = rangeOf(reprocessing);
    if (range === undefined) await runBatch(transaction, reprocessing, now);
    else await runRange(transaction, reprocessing, { range, now });
    return true;
  });
  if (hasWorked) wakeDeliveries();
  return hasWorked;
}

async function runBatch(transaction: Transaction, reprocessing: ReprocessingRow, now: Date): Promise<void> {
  const { id, partnerId, reachedSentDate, reachedId, createdAt } = reprocessing;
  // Checked when requested: by now the period may start more than six months ago.
  const search = messageSearch(filterOf(reprocessing), instantOf(createdAt));
  if ('problem' in search) throw new Error('A reprocessing has a filter that cannot have been accepted.');
  const window = { backward: false, size: BATCH_SIZE, after: [reachedSentDate, reachedId], before: undefined };
  const pages = await messagesOfPartner.pages(transaction, [partnerId], window, searchFilters(search));
  const { rows, more } = pages.get(partnerId) ?? { rows: [], more: false };
  const ids = rows.filter(({ state }) => state !== 'HOLD').map((row) => row.id);
  const verdicts = await requeueMessages(transaction, partnerId, ids, now);
  const requeued = [...verdicts.values()].filter((verdict) => verdict === 'REQUEUED').length;
  const last = rows.at(-1);
  await transaction.run(ADVANCE, [
    id,
    requeued,
    ids.length - requeued,
    last?.sentDate ?? null,
    last?.id ?? null,
    more ? null : now.toISOString(),
  ]);
}
