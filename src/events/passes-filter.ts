import { instantOf } from '../platform/statements/instant.ts';
import { rawContextOf, rawNameOf } from './raw-name.value.ts';
import type { FilterValues, Words } from './webhook-event-filter.args.ts';
import type { WebhookEventRow } from './webhook-event.rows.ts';

export type FilteredEvent = Pick<
  WebhookEventRow,
  'name' | 'context' | 'rawName' | 'rawContext' | 'entityId' | 'occurredAt' | 'accountNumber'
>;

/** The filter of `filterValues` for an event in memory. */
export function passesFilter(
  [names, contexts, rawNames, rawContexts, entityIds, accountNumbers, since]: FilterValues,
  event: FilteredEvent,
): boolean {
  return (
    isWanted(names, event.name) &&
    isWanted(contexts, event.context) &&
    isWanted(rawNames, rawNameOf(event)) &&
    isWanted(rawContexts, rawContextOf(event)) &&
    isWanted(entityIds, event.entityId) &&
    isWanted(accountNumbers, event.accountNumber ?? '') &&
    (since === null || instantOf(event.occurredAt).getTime() >= Date.parse(since))
  );
}

function isWanted(wanted: Words, word: string): boolean {
  return wanted === null || wanted.includes(word);
}
