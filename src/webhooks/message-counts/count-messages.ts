import { nextDay } from '../../kernel/search-period.ts';
import type { TimeZone } from '../../kernel/time-zone.ts';
import type { Sql } from '../../platform/statements/statement.ts';
import { countMatching } from '../archive/counted-messages.rows.ts';
import { daysBetween, type MessageSearch } from '../archive/message-search.value.ts';
import { WebhookMessageState } from '../archive/webhook-message.enum.ts';
import { isTallied, messagesOfPartner, searchFilters } from '../archive/webhook-message.rows.ts';
import type { WebhookMessageCountBy } from './message-count.enum.ts';
import { tallied, walked, walkedByTime } from './message-count.rows.ts';

/** Most rows of an answer (the contract of the schema). */
const ROWS_MAX = 1_000;
/** Most messages that are read to count what tallies do not know (the contract of the schema). */
const WALKED_MAX = 100_000;
const DAY_MS = 86_400_000;
const HOURS_PER_DAY = 24;

/** Number of messages, and what these have in common. */
export interface MessageCount {
  readonly state?: WebhookMessageState;
  /** Null: of all configurations that were deleted. */
  readonly configurationId?: string | null;
  readonly startsAt?: Date;
  readonly endsAt?: Date;
  readonly count: number;
}

/** Why messages are not counted, and the argument to change. */
export interface CountProblem {
  readonly argument: 'by' | 'filter';
  readonly problem: string;
}

interface WantedCounts {
  readonly search: MessageSearch;
  readonly by: WebhookMessageCountBy;
  readonly zone: TimeZone;
  readonly now: Date;
}

/** Counts a partner's messages that match a search: from the daily tallies, or one by one where these do not suffice. */
export function countMessages(
  sql: Sql,
  partnerId: string,
  { by, ...wanted }: WantedCounts,
): Promise<readonly MessageCount[] | CountProblem> {
  switch (by) {
    case 'STATE':
      return countByState(sql, partnerId, wanted.search);
    case 'CONFIGURATION':
      return countByConfiguration(sql, partnerId, wanted.search);
    case 'HOUR':
    case 'DAY':
      return countByTime(sql, partnerId, { ...wanted, by });
  }
}

async function countByState(
  sql: Sql,
  partnerId: string,
  search: MessageSearch,
): Promise<readonly MessageCount[] | CountProblem> {
  const counts = await countsBy('STATE', sql, partnerId, search);
  if ('problem' in counts) return counts;
  return Object.values(WebhookMessageState).flatMap((state) => {
    const count = counts.get(state);
    return count === undefined ? [] : [{ state, count }];
  });
}

async function countByConfiguration(
  sql: Sql,
  partnerId: string,
  search: MessageSearch,
): Promise<readonly MessageCount[] | CountProblem> {
  const counts = await countsBy('CONFIGURATION', sql, partnerId, search);
  if ('problem' in counts) return counts;
  if (counts.size > ROWS_MAX) return tooManyRows('CONFIGURATION', counts.size);
  return [...counts].map(([configurationId, count]) => ({ configurationId, count }));
}

type Counts = ReadonlyMap<string | null, number>;

async function countsBy(
  by: 'STATE' | 'CONFIGURATION',
  sql: Sql,
  partnerId: string,
  search: MessageSearch,
): Promise<Counts | CountProblem> {
  const filters = searchFilters(search);
  const problem = isTallied(filters) ? undefined : await walkProblem(sql, partnerId, search);
  if (problem !== undefined) return problem;
  return counted(sql, isTallied(filters) ? tallied(partnerId, by, filters) : walked(partnerId, by, filters));
}

async function counted(sql: Sql, { statement, values }: ReturnType<typeof walked>): Promise<Counts> {
  return new Map((await sql.run(statement, values)).map(({ of, count }) => [of, count]));
}

interface TimedCounts extends WantedCounts {
  readonly by: 'HOUR' | 'DAY';
}

async function countByTime(
  sql: Sql,
  partnerId: string,
  { search, by, zone, now }: TimedCounts,
): Promise<readonly MessageCount[] | CountProblem> {
  const { startDate, since = null, endDateExclusive, until = null } = search;
  const first = since ?? startDate;
  if (first === null)
    return { argument: 'filter', problem: `By ${by} give startDate and endDate, or since: each time has a row.` };
  const start = new Date(first);
  const end = endOf(start, { endDateExclusive, until, now });
  const days = Math.ceil((end.getTime() - start.getTime()) / DAY_MS);
  const least = by === 'DAY' ? days : days * HOURS_PER_DAY;
  if (least > ROWS_MAX + HOURS_PER_DAY) return tooManyRows(by, least);
  const instants = by === 'DAY' ? zone.days(start, end) : zone.hours(start, end);
  if (instants.length - 1 > ROWS_MAX) return tooManyRows(by, instants.length - 1);
  const counts = await countBetween(sql, partnerId, { search, instants });
  if ('problem' in counts) return counts;
  return instants.slice(0, -1).map((startsAt, nth) => {
    const endsAt = instants[nth + 1] ?? startsAt;
    return { startsAt, endsAt, count: counts.get(startsAt.getTime()) ?? 0 };
  });
}

/** Returns where a search ends: now, if it has no end. */
function endOf(
  start: Date,
  { endDateExclusive, until, now }: Pick<MessageSearch, 'endDateExclusive'> & { until: string | null; now: Date },
): Date {
  if (until !== null) return new Date(until);
  if (endDateExclusive === null) return new Date(Math.max(now.getTime(), start.getTime()) + 1);
  const day = start.toISOString().slice(0, 10);
  return new Date(Date.parse(day) + daysBetween(day, endDateExclusive) * DAY_MS);
}

interface Intervals {
  readonly search: MessageSearch;
  readonly instants: readonly Date[];
}

/** Counts messages by the start of their interval, in milliseconds: days in UTC have tallies. */
async function countBetween(
  sql: Sql,
  partnerId: string,
  { search, instants }: Intervals,
): Promise<ReadonlyMap<number, number> | CountProblem> {
  const filters = searchFilters(search);
  if (isTallied(filters) && instants.every((instant) => instant.getTime() % DAY_MS === 0)) {
    const counts = await counted(sql, tallied(partnerId, 'DAY', filters));
    return new Map([...counts].map(([day, count]) => [Date.parse(day ?? ''), count]));
  }
  const problem = await walkProblem(sql, partnerId, search);
  if (problem !== undefined) return problem;
  const counts = await counted(sql, walkedByTime(partnerId, instants, filters));
  return new Map([...counts].map(([of, count]) => [instants[Number(of) - 1]?.getTime() ?? 0, count]));
}

/**
 * Returns what is wrong if more messages would be read than may be: those of the condition that the fewest match. What
 * the tallies know is looked up there first, by whole days.
 */
async function walkProblem(sql: Sql, partnerId: string, search: MessageSearch): Promise<CountProblem | undefined> {
  const { startDate, endDateExclusive, since = null, until = null } = search;
  const days = {
    startDate: startDate ?? dayOf(since),
    endDateExclusive: endDateExclusive ?? (until === null ? null : nextDay(until.slice(0, DAY_LENGTH))),
  };
  const times = { startDate, endDateExclusive, since, until };
  const { states, eventNames, rawEventNames = null, configurationIds = null } = search;
  const { messageIds = null, idempotencyKeys = null, correlationIds = null } = search;
  const { entityIds = null, accountNumbers = null } = search;
  const none = { states: null, eventNames: null };
  const known: readonly MessageSearch[] = [
    ...(states === null ? [] : [{ ...days, states, eventNames: null }]),
    ...((eventNames ?? rawEventNames) === null ? [] : [{ ...days, states: null, eventNames, rawEventNames }]),
    ...(configurationIds === null ? [] : [{ ...days, ...none, configurationIds }]),
  ];
  const reads = known.length === 0 ? [{ ...days, ...none }] : known;
  const totals = await Promise.all(
    reads.map((read) => messagesOfPartner.totals(sql, [partnerId], searchFilters(read))),
  );
  const least = Math.min(...totals.map((total) => total.get(partnerId)?.count ?? 0));
  if (least <= WALKED_MAX) return undefined;
  const others = [{ messageIds }, { idempotencyKeys }, { correlationIds }, { entityIds }, { accountNumbers }];
  const given = others.filter((other) => Object.values(other).some((value) => value !== null));
  for (const other of since === null && until === null ? given : [...given, {}]) {
    const filters = searchFilters({ ...times, ...none, ...other });
    if ((await countMatching(sql, partnerId, { filters, max: WALKED_MAX + 1 })) <= WALKED_MAX) return undefined;
  }
  return {
    argument: 'filter',
    problem: `To count these, ${least} messages would be read: give a filter that at most ${WALKED_MAX} match, such as a shorter period, or one of whole days in UTC, states, configurations, names and contexts.`,
  };
}

const DAY_LENGTH = 'YYYY-MM-DD'.length;

function dayOf(instant: string | null): string | null {
  return instant === null ? null : instant.slice(0, DAY_LENGTH);
}

function tooManyRows(by: WebhookMessageCountBy, rows: number): CountProblem {
  const problem = `By ${by} there are ${rows} rows, but at most ${ROWS_MAX} are returned: give a shorter period.`;
  return { argument: 'by', problem };
}
