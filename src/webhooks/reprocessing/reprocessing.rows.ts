import { statement } from '../../platform/statements/statement.ts';
import type { MessageFilter } from '../archive/message-search.value.ts';
import type { Stored } from '../../platform/statements/compiled.ts';
import type { WebhookReprocessing } from './webhook-reprocessing.entity.ts';

/** A reprocessing as it is read from storage; instants as PostgreSQL writes them. */
export type ReprocessingRow = Stored<
  typeof WebhookReprocessing,
  | ('id' | 'partnerId' | 'startDate' | 'endDate' | 'state' | 'eventName' | 'context' | 'rawName' | 'rawContext')
  | ('matched' | 'requeued' | 'refused' | 'reachedSentDate' | 'reachedId' | 'createdAt' | 'finishedAt')
  | ('configurationId' | 'rangeReached' | 'rangeEnd')
>;

export const REPROCESSING_COLUMNS = `
  id, partner_id as "partnerId", start_date::text as "startDate", end_date::text as "endDate", state,
  event_name as "eventName", context, raw_name as "rawName", raw_context as "rawContext", matched, requeued,
  refused, reached_sent_date as "reachedSentDate", reached_id as "reachedId", created_at as "createdAt", finished_at as "finishedAt",
  configuration_id as "configurationId", range_reached::text as "rangeReached", range_end::text as "rangeEnd"`;

export const FIND_REPROCESSINGS = statement<ReprocessingRow>(
  'find_webhook_reprocessings',
  `select ${REPROCESSING_COLUMNS} from webhook_reprocessing where partner_id = $1 and id = any ($2::uuid[])`,
);

/** Returns the filter of a reprocessing. */
export function filterOf({ rawName: rawEventName, ...row }: ReprocessingRow): MessageFilter {
  const { startDate, endDate, state, eventName, context, rawContext } = row;
  if (startDate === null || endDate === null) throw new Error('A reprocessing of a range has no filter.');
  return { startDate, endDate, state, eventName, context, rawEventName, rawContext };
}
