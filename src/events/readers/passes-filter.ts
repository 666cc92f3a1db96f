import { instantOf } from '../../platform/statements/instant.ts';
import { rawContextOf, rawNameOf } from '../log/raw-name.value.ts';
import { kindOf, type FilterValues } from './webhook-event-filter.args.ts';
import type { WebhookEventRow } from './webhook-event.rows.ts';

export type FilteredEvent = Pick<
  WebhookEventRow,
  'name' | 'context' | 'rawName' | 'rawContext' | 'entityId' | 'occurredAt' | 'accountNumber'
>;

/** Applies the filter of `filterValues` to an event in memory. */
export function passesFilter(
  [entityIds, accountNumbers, kinds, rawNames, rawContexts, since]: FilterValues,
  event: FilteredEvent,
): boolean {
  return (
    isWanted(entityIds, event.entityId) &&
    isWanted(accountNumbers, event.accountNumber ?? '') &&
    isWanted(kinds, kindOf(event)) &&
    isWanted(rawNames, rawNameOf(event)) &&
    isWanted(rawContexts, rawContextOf(event)) &&
    (since === null || instantOf(event.occurredAt).getTime() >= Date.parse(since))
  );
}

function isWanted(wanted: readonly string[] | null, word: string): boolean {
  return wanted === null || wanted.includes(word);
}
