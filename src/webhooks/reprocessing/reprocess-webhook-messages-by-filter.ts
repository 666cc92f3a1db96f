import type { Random } from '../../kernel/random.ts';
import { DomainError, refuseInput, type InvalidInput } from '../../kernel/domain-error.ts';
import type { Sql } from '../../platform/database/database.ts';
import { messageSearch, type MessageFilter, type MessageSearch } from '../archive/message-search.value.ts';
import { messagesOfPartner, searchFilters } from '../archive/webhook-message.rows.ts';
import type { ReprocessDependencies } from './reprocess-webhook-messages.ts';
import type { TooManyReprocessings } from './reprocessing.errors.ts';
import { startReprocessing } from './start-reprocessing.ts';
import type { WebhookReprocessing } from './webhook-reprocessing.entity.ts';

export interface ReprocessByFilterDependencies extends ReprocessDependencies {
  readonly random: Random;
  /** Wakes up the reprocessing of this process. */
  readonly wakeReprocessing: () => void;
}

export interface ReprocessingStarted {
  /** Number of matching messages that can be sent again. */
  readonly matched: number;
  /** Null on a dry run. */
  readonly reprocessing: WebhookReprocessing | null;
}

/** Counts the messages that match a filter, and sends them again in the background unless it is a dry run. */
export async function reprocessWebhookMessagesByFilter(
  { database, clock, random, wakeReprocessing }: ReprocessByFilterDependencies,
  partnerId: string,
  { filter, dryRun }: { filter: MessageFilter; dryRun: boolean },
): Promise<ReprocessingStarted | InvalidInput | TooManyReprocessings> {
  const now = clock.now();
  const search = messageSearch(filter, now);
  if ('problem' in search)
    return refuseInput([{ path: ['filter', search.field], code: 'RANGE', message: search.problem }]);
  if (filter.state === 'HOLD')
    return refuseInput([
      {
        path: ['filter', 'state'],
        code: 'NOT_ALLOWED',
        message: 'Messages on HOLD are sent automatically: select SUCCESS or FAILED.',
      },
    ]);
  const matched = await countMatches(database, partnerId, search);
  if (dryRun) return { matched, reprocessing: null };
  const { rawEventName: rawName = null, ...wanted } = filter;
  const started = { id: random.timeOrderedUuid(now), partnerId, matched, createdAt: now };
  const reprocessing = await startReprocessing(database, { ...wanted, rawName, ...started });
  if (reprocessing instanceof DomainError) return reprocessing;
  wakeReprocessing();
  return { matched, reprocessing };
}

async function countMatches(sql: Sql, partnerId: string, search: MessageSearch): Promise<number> {
  const states = search.state === null ? (['SUCCESS', 'FAILED'] as const) : [search.state];
  const totals = await Promise.all(
    states.map((state) => messagesOfPartner.totals(sql, [partnerId], searchFilters({ ...search, state }))),
  );
  return totals.reduce((sum, total) => sum + (total.get(partnerId)?.count ?? 0), 0);
}
