import type { EventContext, EventName } from '../../kernel/domain-event.ts';
import { statement } from '../../platform/statements/statement.ts';
import type { MessageFilter } from '../archive/message-search.value.ts';
import type { WebhookMessageState } from '../archive/webhook-message.enum.ts';

/** A reprocessing as it is read from storage; instants as PostgreSQL writes them. */
export interface ReprocessingRow {
  readonly id: string;
  readonly partnerId: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly state: WebhookMessageState | null;
  readonly eventName: EventName | null;
  readonly context: EventContext | null;
  readonly matched: number;
  readonly requeued: number;
  readonly refused: number;
  readonly reachedSentDate: string;
  readonly reachedId: string;
  readonly createdAt: string;
  readonly finishedAt: string | null;
}

export const REPROCESSING_COLUMNS = `
  id, partner_id as "partnerId", start_date::text as "startDate", end_date::text as "endDate", state,
  event_name as "eventName", context, matched, requeued, refused, reached_sent_date as "reachedSentDate",
  reached_id as "reachedId", created_at as "createdAt", finished_at as "finishedAt"`;

export const FIND_REPROCESSINGS = statement<ReprocessingRow>(
  'find_webhook_reprocessings',
  `select ${REPROCESSING_COLUMNS} from webhook_reprocessing where partner_id = $1 and id = any ($2::uuid[])`,
);

/** The filter that a reprocessing was asked for. */
export function filterOf({ startDate, endDate, state, eventName, context }: ReprocessingRow): MessageFilter {
  return { startDate, endDate, state, eventName, context };
}
