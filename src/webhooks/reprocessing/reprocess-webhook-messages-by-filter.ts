import type { Random } from '../../kernel/random.ts';
import { refuseInput, type InvalidInput } from '../../kernel/domain-error.ts';
import type { Sql } from '../../platform/database/database.ts';
import { statement } from '../../platform/statements/statement.ts';
import { messageSearch, type MessageFilter, type MessageSearch } from '../archive/message-search.value.ts';
import { messagesOfPartner, searchFilters } from '../archive/webhook-message.rows.ts';
import type { ReprocessDependencies } from './reprocess-webhook-messages.ts';
import { REPROCESSING_COLUMNS, type ReprocessingRow } from './reprocessing.rows.ts';

/** Starts with messages sent before now: no id is greater than this one. */
const INSERT_REPROCESSING = statement<ReprocessingRow>(
  'insert_webhook_reprocessing',
  `insert into webhook_reprocessing (id, partner_id, start_date, end_date, state, event_name, context, raw_name,
     raw_context, matched, requeued, refused, reached_sent_date, reached_id, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0, 0, $11, 'ffffffff-ffff-ffff-ffff-ffffffffffff', $11)
   returning ${REPROCESSING_COLUMNS}`,
);

export interface ReprocessByFilterDependencies extends ReprocessDependencies {
  readonly random: Random;
  /** Wakes up the reprocessing of this process. */
  readonly wakeReprocessing: () => void;
}

export interface ReprocessingStarted {
  /** Number of matching messages that can be sent again. */
  readonly matched: number;
  /** Null on a dry run. */
  readonly reprocessing: ReprocessingRow | null;
}

/** Counts the messages that match a filter, and sends them again in the background unless it is a dry run. */
export async function reprocessWebhookMessagesByFilter(
  { database, clock, random, wakeReprocessing }: ReprocessByFilterDependencies,
  partnerId: string,
  { filter, dryRun }: { filter: MessageFilter; dryRun: boolean },
): Promise<ReprocessingStarted | InvalidInput> {
  const now = clock.now();
  const search = messageSearch(filter, now);
  if ('problem' in search) return refuseInput([{ path: ['filter', search.field], message: search.problem }]);
  if (filter.state === 'HOLD')
    return refuseInput([
      { path: ['filter', 'state'], message: 'Messages on HOLD are sent automatically: select SUCCESS or FAILED.' },
    ]);
  const matched = await countMatches(database, partnerId, search);
  if (dryRun) return { matched, reprocessing: null };
  const { startDate, endDate, state, eventName, context, rawEventName = null, rawContext = null } = filter;
  const values = [
    random.timeOrderedUuid(now),
    partnerId,
    startDate,
    endDate,
    state,
    eventName,
    context,
    rawEventName,
    rawContext,
    matched,
    now.toISOString(),
  ];
  const [reprocessing = null] = await database.transaction((transaction) =>
    transaction.run(INSERT_REPROCESSING, values),
  );
  wakeReprocessing();
  return { matched, reprocessing };
}

async function countMatches(sql: Sql, partnerId: string, search: MessageSearch): Promise<number> {
  const states = search.state === null ? (['SUCCESS', 'FAILED'] as const) : [search.state];
  const totals = await Promise.all(
    states.map((state) => messagesOfPartner.totals(sql, [partnerId], searchFilters({ ...search, state }))),
  );
  return totals.reduce((sum, total) => sum + (total.get(partnerId) ?? 0), 0);
}
