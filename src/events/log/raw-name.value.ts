import { EventContext, OTHER, type EventName } from '../../kernel/domain-event.ts';
import { contextOf, isDeclared } from '../../kernel/event-definition.ts';
import { CONTEXT_IN_BODY } from './event-log.ts';

/** Longest name and context of an event that the gateway does not know, in code points (provider's events). */
export const RAW_NAME_LENGTH_MAX = 150;
export const RAW_CONTEXT_LENGTH_MAX = 50;

const KNOWN = Object.values(EventContext).filter((context) => context !== OTHER);

/** Name and context of an event: ours, and its own where ours are OTHER. */
export interface EventWords {
  readonly name: EventName;
  readonly context: EventContext;
  readonly rawName: string | null;
  readonly rawContext: string | null;
}

/** Returns the name as in the body; it stays the same when a later release knows it. */
export function rawNameOf({ name, rawName }: Pick<EventWords, 'name' | 'rawName'>): string {
  return rawName ?? name;
}

/** Returns the context as in the body. */
export function rawContextOf({ context, rawContext }: Pick<EventWords, 'context' | 'rawContext'>): string {
  return rawContext ?? CONTEXT_IN_BODY[context];
}

/** Returns the same for a row of a table, in SQL. */
export const rawContextIn = (table: string): string =>
  `coalesce(${table}.raw_context, case ${table}.context ${KNOWN.map(
    (context) => `when '${context}' then '${CONTEXT_IN_BODY[context]}'`,
  ).join(' ')} end)`;

/** Finds the context that bodies spell this way; undefined: not one of ours. */
export function contextSpelled(rawContext: string): EventContext | undefined {
  return KNOWN.find((context) => CONTEXT_IN_BODY[context] === rawContext);
}

/** Classifies name and context of a body. A known name in a context that is not its own is OTHER. */
export function wordsOf(rawName: string, rawContext: string): EventWords {
  const context = contextSpelled(rawContext);
  if (isDeclared(rawName) && contextOf(rawName) === context)
    return { name: rawName, context, rawName: null, rawContext: null };
  return { name: OTHER, context: context ?? OTHER, rawName, rawContext: context === undefined ? rawContext : null };
}
