import { OTHER, type EventContext, type EventName } from '../../kernel/domain-event.ts';
import { contextSpelled } from '../../events/log/raw-name.value.ts';
import { declaredEvents } from '../../kernel/event-definition.ts';
import { isStorableText } from '../../kernel/text.ts';
import { nextDay, oldestSearchDate } from '../../kernel/search-period.ts';
import type { WebhookMessageState } from './webhook-message.enum.ts';

/** Days, `YYYY-MM-DD` in UTC, both included. */
export interface SearchPeriod {
  readonly startDate: string;
  readonly endDate: string;
}

/** A search as partners request it. */
export interface MessageFilter extends SearchPeriod {
  readonly state: WebhookMessageState | null;
  readonly eventName: EventName | null;
  readonly context: EventContext | null;
  /** As in bodies. */
  readonly rawEventName?: string | null;
  readonly rawContext?: string | null;
}

/** A validated search, for the statements. */
export interface MessageSearch {
  readonly startDate: string;
  /** The day after the last one. */
  readonly endDateExclusive: string;
  readonly state: WebhookMessageState | null;
  /** Null: all. */
  readonly eventNames: readonly EventName[] | null;
  /** A name that is not declared. */
  readonly otherName?: string | null;
  /** A declared name, which earlier releases may not have known. */
  readonly anyName?: EventName | null;
  /** Of the OTHER events among them. */
  readonly context?: EventContext | null;
  readonly rawContext?: string | null;
}

/** What is wrong with a period, and with which of its fields. */
export interface PeriodProblem {
  readonly field: keyof SearchPeriod;
  readonly problem: string;
}

/** Returns what is wrong with a period, or undefined. Future days are allowed: nothing has been sent on them yet. */
export function periodProblem({ startDate, endDate }: SearchPeriod, now: Date): PeriodProblem | undefined {
  const oldest = oldestSearchDate(now);
  if (startDate < oldest)
    return { field: 'startDate', problem: `startDate is ${startDate}: give ${oldest} or later, six months back.` };
  if (endDate < startDate)
    return { field: 'endDate', problem: `endDate is ${endDate}: give ${startDate}, the startDate, or later.` };
  return undefined;
}

/** Returns the search for a filter, or what is wrong with its period. */
export function messageSearch(filter: MessageFilter, now: Date): MessageSearch | PeriodProblem {
  const { startDate, endDate, state } = filter;
  const problem = periodProblem(filter, now);
  if (problem !== undefined) return problem;
  return { startDate, endDateExclusive: nextDay(endDate), state, ...wantedNames(filter) };
}

type WantedNames = Pick<MessageSearch, 'eventNames' | 'otherName' | 'anyName' | 'context' | 'rawContext'>;

/** Replaces a context by the names of its events, which include OTHER. */
function wantedNames({ eventName, context, ...raw }: MessageFilter): WantedNames {
  const { rawEventName = null, rawContext = null } = raw;
  // No event has a name that cannot be stored.
  const isPossible = [rawEventName, rawContext].every((raw) => raw === null || isStorableText(raw));
  if (!isPossible) return { eventNames: [] };
  const contexts = [context, rawContext === null ? null : (contextSpelled(rawContext) ?? OTHER)];
  const names = [...declaredEvents(), { name: OTHER, context: undefined }]
    .filter((event) => eventName === null || event.name === eventName)
    .filter((event) => contexts.every((one) => one === null || event.context === undefined || event.context === one))
    .map(({ name }) => name);
  const isFiltered = eventName !== null || context !== null || rawContext !== null;
  const isOurs = declaredEvents().some(({ name }) => name === rawEventName);
  const hasOther = names.includes(OTHER);
  return {
    eventNames: isFiltered ? names : null,
    otherName: isOurs ? null : rawEventName,
    anyName: isOurs ? rawEventName : null,
    context: hasOther ? context : null,
    rawContext: hasOther ? rawContext : null,
  };
}

const DAY_MS = 86_400_000;
/** The last day that a search distinguishes; later ones have no messages. */
const LATEST = '9999-12-31';

/** Returns the number of days from one to another, the first included. */
export function daysBetween(first: string, endExclusive: string): number {
  const end = endExclusive.length > LATEST.length ? LATEST : endExclusive;
  return Math.round((Date.parse(end) - Date.parse(first)) / DAY_MS);
}

/** Returns the day a number of days after another. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, LATEST.length);
}
