import type { Transaction } from '../../platform/database/database.ts';
import { instantOf } from '../../platform/statements/instant.ts';
import { statement } from '../../platform/statements/statement.ts';
import { messageSearch } from '../archive/message-search.value.ts';
import { messagesOfPartner, searchFilters } from '../archive/webhook-message.rows.ts';
import { requeueMessages } from '../deliveries/requeue-messages.ts';
import { filterOf, type ReprocessingRow } from './reprocessing.rows.ts';

/** Messages requeued per transaction: it limits how long their breakers are locked. */
const BATCH_SIZE = 200;
/** Before all messages that were sent at the same instant. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const ADVANCE = statement(
  'advance_reprocessing',
  `update webhook_reprocessing set requeued = requeued + $2, refused = refused + $3,
     reached_sent_date = $4, reached_id = $5, finished_at = $6
   where id = $1`,
);

interface BatchOptions {
  readonly now: Date;
  /**
   * Whether it searches one day only. No index serves some filters: a search of all days for the few that match could
   * take longer than a statement may.
   */
  readonly isByDay: boolean;
}

/** Processes the next batch of a reprocessing by filter, newest messages first. */
export async function runFilter(
  transaction: Transaction,
  reprocessing: ReprocessingRow,
  { now, isByDay }: BatchOptions,
): Promise<void> {
  const { id, partnerId, reachedSentDate, reachedId, createdAt } = reprocessing;
  // Checked when requested: by now the period may start more than six months ago.
  const search = messageSearch(filterOf(reprocessing), instantOf(createdAt));
  if ('problem' in search) throw new Error('A reprocessing has a filter that cannot have been accepted.');
  const day = dayBefore(instantOf(reachedSentDate));
  const startDate = isByDay && day > search.startDate ? day : search.startDate;
  const window = { backward: false, size: BATCH_SIZE, after: [reachedSentDate, reachedId], before: undefined };
  const filters = searchFilters({ ...search, startDate });
  const pages = await messagesOfPartner.pages(transaction, [partnerId], window, filters);
  const { rows, more } = pages.get(partnerId) ?? { rows: [], more: false };
  const ids = rows.filter(({ state }) => state !== 'HOLD').map((row) => row.id);
  const verdicts = await requeueMessages(transaction, partnerId, ids, now);
  const requeued = [...verdicts.values()].filter((verdict) => verdict === 'REQUEUED').length;
  const reached = (more ? rows.at(-1) : undefined) ?? { sentDate: `${startDate}T00:00:00Z`, id: FIRST_ID };
  const finishedAt = more || startDate > search.startDate ? null : now.toISOString();
  const counts = [requeued, ids.length - requeued];
  await transaction.run(ADVANCE, [id, ...counts, reached.sentDate, reached.id, finishedAt]);
}

/** Returns the day of the last messages before an instant: at midnight the day that has ended. */
function dayBefore(instant: Date): string {
  return new Date(instant.getTime() - 1).toISOString().slice(0, 10);
}
