import { storedId } from '../../kernel/uuid.ts';
import { listProblem, TIME_MEMBERS, type FilterProblem, type MessageFilter } from '../archive/message-search.value.ts';
import type { MessageChangeRow } from './message-change.rows.ts';

/** Returns what is wrong with a filter of changes, or undefined. They are live, and have no period. */
export function changeFilterProblem(filter: MessageFilter): FilterProblem | undefined {
  const member = TIME_MEMBERS.find((name) => filter[name] !== undefined);
  if (member === undefined) return listProblem(filter);
  return {
    member,
    code: 'NOT_ALLOWED',
    problem: `Leave ${member} out: a subscription shows what changes from now on.`,
  };
}

/** Checks whether a message passes a filter. */
export function passesFilter(filter: MessageFilter, message: MessageChangeRow): boolean {
  return (
    isWanted(filter.states, message.state) &&
    isWanted(filter.eventNames, message.eventName) &&
    isWanted(filter.contexts, message.context) &&
    isWanted(filter.rawEventNames, message.rawEventName) &&
    isWanted(filter.rawContexts, message.rawContext) &&
    isWanted(filter.entityIds, message.entityId) &&
    isWanted(filter.accountNumbers, message.accountNumber) &&
    isWantedId(filter.configurationIds, message.configurationId) &&
    isWantedId(filter.messageIds, message.id) &&
    isWantedId(filter.idempotencyKeys, message.idempotencyKey) &&
    isWantedId(filter.correlationIds, message.correlationId)
  );
}

function isWanted(wanted: readonly string[] | undefined, word: string | null): boolean {
  return wanted === undefined || (word !== null && wanted.includes(word));
}

function isWantedId(wanted: readonly string[] | undefined, id: string | null): boolean {
  return wanted === undefined || wanted.some((one) => storedId(one) === id);
}
