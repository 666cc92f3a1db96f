import { OTHER, type EventContext, type EventName } from '../../kernel/domain-event.ts';
import { declaredEvents, isDeclared } from '../../kernel/event-definition.ts';
import { nextDay, oldestSearchDate } from '../../kernel/search-period.ts';
import { isUuid } from '../../kernel/uuid.ts';
import type { ViolationCode } from '../../kernel/violation-code.ts';
import { storableWords, wordsProblem } from '../../kernel/wanted-words.ts';
import { contextSpelled, RAW_NAME_LENGTH_MAX } from '../../events/log/raw-name.value.ts';
import type { WebhookMessageState } from './webhook-message.enum.ts';

/** Days, `YYYY-MM-DD` in UTC, both included. */
export interface SearchPeriod {
  readonly startDate: string;
  readonly endDate: string;
}

/** Which messages, as partners ask for them: all given members match. Lists are not empty and have no duplicates. */
export interface MessageFilter extends Partial<SearchPeriod> {
  /** At or after, and before this instant, in UTC. */
  readonly since?: string;
  readonly until?: string;
  readonly states?: readonly WebhookMessageState[];
  readonly configurationIds?: readonly string[];
  readonly eventNames?: readonly EventName[];
  readonly contexts?: readonly EventContext[];
  /** As in bodies. */
  readonly rawEventNames?: readonly string[];
  readonly rawContexts?: readonly string[];
  readonly entityIds?: readonly string[];
  readonly accountNumbers?: readonly string[];
  readonly messageIds?: readonly string[];
  readonly idempotencyKeys?: readonly string[];
  readonly correlationIds?: readonly string[];
}

/** Members with lists of texts. */
const TEXT_MEMBERS = [
  ...(['configurationIds', 'rawEventNames', 'rawContexts', 'entityIds', 'accountNumbers'] as const),
  ...(['messageIds', 'idempotencyKeys', 'correlationIds'] as const),
];

/** Members by time, which a subscription does not take. */
export const TIME_MEMBERS = ['startDate', 'endDate', 'since', 'until'] as const;

/** A validated search, for the statements; null: all. */
export interface MessageSearch {
  readonly startDate: string | null;
  /** The day after the last one. */
  readonly endDateExclusive: string | null;
  /** Instants that are no beginning of a day. */
  readonly since?: string | null;
  readonly until?: string | null;
  readonly states: readonly WebhookMessageState[] | null;
  readonly eventNames: readonly EventName[] | null;
  /** As in bodies. */
  readonly rawEventNames?: readonly string[] | null;
  /** Of the OTHER events among them. */
  readonly contexts?: readonly EventContext[] | null;
  readonly rawContexts?: readonly string[] | null;
  readonly configurationIds?: readonly string[] | null;
  readonly entityIds?: readonly string[] | null;
  readonly accountNumbers?: readonly string[] | null;
  readonly messageIds?: readonly string[] | null;
  readonly idempotencyKeys?: readonly string[] | null;
  readonly correlationIds?: readonly string[] | null;
}

/** What is wrong with a filter, and with which of its members; undefined: with the filter as a whole. */
export interface FilterProblem {
  readonly member: keyof MessageFilter | undefined;
  readonly code: ViolationCode;
  readonly problem: string;
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

/** Returns the search for a filter, or what is wrong with it. */
export function messageSearch(filter: MessageFilter, now: Date): MessageSearch | FilterProblem {
  const problem = timesProblem(filter, now) ?? listProblem(filter);
  if (problem !== undefined) return problem;
  const { states = null, entityIds, accountNumbers } = filter;
  return {
    ...timesOf(filter),
    ...{ states, ...wantedNames(filter) },
    ...{ configurationIds: ids(filter.configurationIds), messageIds: ids(filter.messageIds) },
    ...{ idempotencyKeys: ids(filter.idempotencyKeys), correlationIds: ids(filter.correlationIds) },
    ...{ entityIds: words(entityIds), accountNumbers: words(accountNumbers) },
  };
}

/** Returns what is wrong with a list of a filter, or undefined. */
export function listProblem(filter: MessageFilter): FilterProblem | undefined {
  for (const member of TEXT_MEMBERS) {
    const lengthMax = member === 'rawEventNames' ? RAW_NAME_LENGTH_MAX : undefined;
    const problem = wordsProblem(filter[member] ?? [], lengthMax);
    if (problem !== undefined) return { member, code: 'LENGTH', problem };
  }
  return undefined;
}

function timesProblem(filter: MessageFilter, now: Date): FilterProblem | undefined {
  const { startDate, endDate, since, until } = filter;
  if (startDate !== undefined && endDate !== undefined) {
    const member = since === undefined ? 'until' : 'since';
    if (since !== undefined || until !== undefined)
      return { member, code: 'CONFLICT', problem: `Leave ${member} out, or startDate and endDate.` };
    const period = periodProblem({ startDate, endDate }, now);
    return period && { member: period.field, code: 'RANGE', problem: period.problem };
  }
  if (startDate !== undefined || endDate !== undefined) {
    const member = startDate === undefined ? 'startDate' : 'endDate';
    return { member, code: 'REQUIRED', problem: 'Give both startDate and endDate, or neither.' };
  }
  const oldest = oldestSearchDate(now);
  if (since !== undefined && since < oldest)
    return { member: 'since', code: 'RANGE', problem: `since is ${since}: give ${oldest} or later, six months back.` };
  if (since !== undefined && until !== undefined && until <= since)
    return { member: 'until', code: 'RANGE', problem: `until is ${until}: give a later instant than since, ${since}.` };
  const isBounded = [since, filter.messageIds, filter.idempotencyKeys, filter.correlationIds].some(
    (member) => member !== undefined,
  );
  if (isBounded) return undefined;
  const wanted = 'startDate and endDate, since, messageIds, idempotencyKeys or correlationIds';
  return { member: undefined, code: 'REQUIRED', problem: `Give ${wanted}: not all messages are searched.` };
}

const MIDNIGHT = 'T00:00:00.000Z';

/** Days where instants begin one: these are tallied. */
function timesOf({ startDate, endDate, since, until }: MessageFilter) {
  const midnight = (instant: string | undefined) =>
    instant?.endsWith(MIDNIGHT) ? instant.slice(0, -MIDNIGHT.length) : null;
  const [first, end] = [midnight(since), midnight(until)];
  return {
    startDate: startDate ?? first,
    endDateExclusive: endDate === undefined ? end : nextDay(endDate),
    since: first === null ? (since ?? null) : null,
    until: end === null ? (until ?? null) : null,
  };
}

/** Nothing that is stored contains text that cannot be. */
function words(given: readonly string[] | undefined): readonly string[] | null {
  return given === undefined ? null : storableWords(given);
}

/** No message has an id that is no UUID. */
function ids(given: readonly string[] | undefined): readonly string[] | null {
  return given === undefined ? null : given.filter(isUuid).map((id) => id.toLowerCase());
}

type WantedNames = Pick<MessageSearch, 'eventNames' | 'rawEventNames' | 'contexts' | 'rawContexts'>;

/** Replaces contexts by the names of their events, which include OTHER. */
function wantedNames({ eventNames, contexts, ...raw }: MessageFilter): WantedNames {
  const [rawEventNames, rawContexts] = [words(raw.rawEventNames), words(raw.rawContexts)];
  const spelled = rawContexts?.map((context) => contextSpelled(context) ?? OTHER);
  // A declared name may have been OTHER in an earlier release.
  const hasDeclared = rawEventNames?.some((name) => isDeclared(name)) === true;
  const names = [...declaredEvents(), { name: OTHER, context: undefined }]
    .filter(({ name }) => eventNames?.includes(name) !== false)
    .filter(({ context }) =>
      [contexts, spelled].every((one) => context === undefined || one?.includes(context) !== false),
    )
    .filter(({ name }) => name === OTHER || rawEventNames?.includes(name) !== false)
    .map(({ name }) => name);
  const isFiltered = eventNames !== undefined || contexts !== undefined || rawContexts !== null || hasDeclared;
  const hasOther = names.includes(OTHER);
  return {
    eventNames: isFiltered ? names : null,
    rawEventNames,
    contexts: hasOther ? (contexts ?? null) : null,
    rawContexts: hasOther ? rawContexts : null,
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
