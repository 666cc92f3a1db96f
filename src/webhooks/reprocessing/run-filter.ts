import type { Transaction } from '../../platform/database/database.ts';
import { instantOf } from '../../platform/statements/instant.ts';
import { messageSearch } from '../archive/message-search.value.ts';
import { messagesOfPartner, searchFilters } from '../archive/webhook-message.rows.ts';
import { requeueMessages } from '../deliveries/requeue-messages.ts';
import type { WebhookReprocessing } from './webhook-reprocessing.entity.ts';

/** Messages requeued per transaction: it limits how long their breakers are locked. */
const BATCH_SIZE = 200;
/** Before all messages that were sent at the same instant. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

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
  reprocessing: WebhookReprocessing,
  { now, isByDay }: BatchOptions,
): Promise<void> {
  const { partnerId, filter, reachedSentDate, reachedId, createdAt } = reprocessing;
  // Checked when requested: by now the period may start more than six months ago.
  const search = filter && messageSearch(filter, createdAt);
  if (!search || 'problem' in search) throw new Error('A reprocessing has a filter that cannot have been accepted.');
  const day = dayBefore(reachedSentDate);
  const first = search.startDate ?? search.since?.slice(0, day.length) ?? day;
  const isPart = isByDay && day > first;
  const filters = searchFilters(isPart ? { ...search, startDate: day } : search);
  const after = [reachedSentDate.toISOString(), reachedId];
  const whole = { backward: false, size: BATCH_SIZE, after, before: undefined };
  const window = await messagesOfPartner.walked(transaction, partnerId, whole, filters);
  const pages = await messagesOfPartner.pages(transaction, [partnerId], window, filters);
  const { rows, more, reach } = pages.get(partnerId) ?? { rows: [], more: false };
  const ids = rows.filter(({ state }) => state !== 'HOLD').map((row) => row.id);
  const verdicts = await requeueMessages(transaction, partnerId, ids, now);
  const requeued = [...verdicts.values()].filter((verdict) => verdict === 'REQUEUED').length;
  const last = rows.at(-1);
  const [sentDate = day, id = FIRST_ID] = reach ?? (more && last ? [last.sentDate, last.id] : []);
  reprocessing.requeued += requeued;
  reprocessing.refused += ids.length - requeued;
  reprocessing.reachedSentDate = id === FIRST_ID ? new Date(sentDate) : instantOf(sentDate);
  reprocessing.reachedId = id;
  if (!more && !isPart) reprocessing.finishedAt = now;
}

/** Returns the day of the last messages before an instant: at midnight the day that has ended. */
function dayBefore(instant: Date): string {
  return new Date(instant.getTime() - 1).toISOString().slice(0, 10);
}
