import type { MessageFilter } from '../archive/message-search.value.ts';
import type { WebhookReprocessing } from './webhook-reprocessing.entity.ts';

/** Returns the filter of a reprocessing. */
export function filterOf({
  rawName: rawEventName = null,
  rawContext = null,
  ...stored
}: WebhookReprocessing): MessageFilter {
  const { startDate, endDate, state = null, eventName = null, context = null } = stored;
  if (!startDate || !endDate) throw new Error('A reprocessing of a range has no filter.');
  return { startDate, endDate, state, eventName, context, rawEventName, rawContext };
}
