import type { Random } from '../../kernel/random.ts';
import { DomainError, refuseInput, type InputViolation, type InvalidInput } from '../../kernel/domain-error.ts';
import type { Sql } from '../../platform/database/database.ts';
import { countMatching } from '../archive/counted-messages.rows.ts';
import {
  messageSearch,
  type FilterProblem,
  type MessageFilter,
  type MessageSearch,
} from '../archive/message-search.value.ts';
import { isTallied, messagesOfPartner, searchFilters } from '../archive/webhook-message.rows.ts';
import type { ReprocessDependencies } from './reprocess-webhook-messages.ts';
import type { TooManyReprocessings } from './reprocessing.errors.ts';
import { startReprocessing } from './start-reprocessing.ts';
import type { WebhookReprocessing } from './webhook-reprocessing.entity.ts';

/** Most messages that are counted one by one (ours). */
const COUNTED_MAX = 100_000;

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
  if ('problem' in search) return refuseInput([violationOf(search)]);
  if (filter.states?.includes('HOLD'))
    return refuseInput([
      {
        path: ['filter', 'states'],
        code: 'NOT_ALLOWED',
        message: 'Messages on HOLD are sent automatically: select SUCCESS or FAILED.',
      },
    ]);
  const matched = await countMatches(database, partnerId, search);
  if (dryRun) return { matched, reprocessing: null };
  const started = { id: random.timeOrderedUuid(now), partnerId, filter, matched, createdAt: now };
  const reprocessing = await startReprocessing(database, started);
  if (reprocessing instanceof DomainError) return reprocessing;
  wakeReprocessing();
  return { matched, reprocessing };
}

function violationOf({ member, code, problem }: FilterProblem): InputViolation {
  return { path: ['filter', ...(member === undefined ? [] : [member])], code, message: problem };
}

/** Counts all that the tallies know, else up to `COUNTED_MAX`. */
async function countMatches(sql: Sql, partnerId: string, search: MessageSearch): Promise<number> {
  const filters = searchFilters({ ...search, states: search.states ?? ['SUCCESS', 'FAILED'] });
  if (!isTallied(filters)) return countMatching(sql, partnerId, { filters, max: COUNTED_MAX });
  const totals = await messagesOfPartner.totals(sql, [partnerId], filters);
  return totals.get(partnerId)?.count ?? 0;
}
