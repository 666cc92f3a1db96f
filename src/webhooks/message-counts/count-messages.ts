import type { TimeZone } from '../../kernel/time-zone.ts';
import type { Sql } from '../../platform/statements/statement.ts';
import { daysBetween, type MessageSearch } from '../archive/message-search.value.ts';
import { WebhookMessageState } from '../archive/webhook-message.enum.ts';
import { messagesOfPartner, searchFilters } from '../archive/webhook-message.rows.ts';
import type { WebhookMessageCountBy } from './message-count.enum.ts';
import { tallied, walked } from './message-count.rows.ts';

/** Most rows of an answer (the contract of the schema). */
const ROWS_MAX = 1_000;
/** Most messages that are read to count them by times that tallies do not know (the contract of the schema). */
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
}

/** Counts a partner's messages that match a search: from the daily tallies, or one by one where these do not suffice. */
export function countMessages(
  sql: Sql,
  partnerId: string,
  { search, by, zone }: WantedCounts,
): Promise<readonly MessageCount[] | CountProblem> {
  switch (by) {
    case 'STATE':
      return countByState(sql, partnerId, search);
    case 'CONFIGURATION':
      return countByConfiguration(sql, partnerId, search);
    case 'HOUR':
    case 'DAY':
      return countByTime(sql, partnerId, { search, by, zone });
  }
}

async function countByState(sql: Sql, partnerId: string, search: MessageSearch): Promise<readonly MessageCount[]> {
  const counts = await countsBy('STATE', sql, partnerId, search);
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
  if (counts.size > ROWS_MAX) return tooManyRows('CONFIGURATION', counts.size);
  return [...counts].map(([configurationId, count]) => ({ configurationId, count }));
}

async function countsBy(
  by: 'STATE' | 'CONFIGURATION' | 'DAY',
  sql: Sql,
  partnerId: string,
  search: MessageSearch,
): Promise<ReadonlyMap<string | null, number>> {
  const { statement, values } = tallied(partnerId, by, searchFilters(search));
  return new Map((await sql.run(statement, values)).map(({ of, count }) => [of, count]));
}

interface TimedCounts extends WantedCounts {
  readonly by: 'HOUR' | 'DAY';
}

async function countByTime(
  sql: Sql,
  partnerId: string,
  { search, by, zone }: TimedCounts,
): Promise<readonly MessageCount[] | CountProblem> {
  const days = daysBetween(search.startDate, search.endDateExclusive);
  const least = by === 'DAY' ? days : days * HOURS_PER_DAY;
  if (least > ROWS_MAX) return tooManyRows(by, least);
  const start = new Date(search.startDate);
  const end = new Date(start.getTime() + days * DAY_MS);
  const instants = by === 'DAY' ? zone.days(start, end) : zone.hours(start, end);
  if (instants.length - 1 > ROWS_MAX) return tooManyRows(by, instants.length - 1);
  const counts = await countBetween(sql, partnerId, { search, instants });
  if ('problem' in counts) return counts;
  return instants.slice(0, -1).map((startsAt, nth) => {
    const endsAt = instants[nth + 1] ?? startsAt;
    return { startsAt, endsAt, count: counts.get(startsAt.getTime()) ?? 0 };
  });
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
  if (instants.every((instant) => instant.getTime() % DAY_MS === 0)) {
    const counts = await countsBy('DAY', sql, partnerId, search);
    return new Map([...counts].map(([day, count]) => [Date.parse(day ?? ''), count]));
  }
  const reached = await countWalked(sql, partnerId, search);
  if (reached > WALKED_MAX)
    return {
      argument: 'filter',
      problem: `By this time ${reached} messages would be read: give a filter that at most ${WALKED_MAX} match, such as a shorter period, or count by DAY in UTC.`,
    };
  const { statement, values } = walked(partnerId, instants, searchFilters(search));
  const rows = await sql.run(statement, values);
  return new Map(rows.map(({ of, count }) => [instants[Number(of) - 1]?.getTime() ?? 0, count]));
}

/**
 * Returns how many messages are read at most to count those of a search one by one: those of its names or those of its
 * state, whichever are fewer. SUCCESS, and contexts of OTHER, have no index.
 */
async function countWalked(sql: Sql, partnerId: string, search: MessageSearch): Promise<number> {
  const { startDate, endDateExclusive, eventNames, otherName = null, anyName = null } = search;
  const byName = { startDate, endDateExclusive, state: null, eventNames, otherName, anyName };
  const byState = { startDate, endDateExclusive, state: search.state, eventNames: null };
  const reads = search.state === null || search.state === 'SUCCESS' ? [byName] : [byName, byState];
  const totals = await Promise.all(
    reads.map((read) => messagesOfPartner.totals(sql, [partnerId], searchFilters(read))),
  );
  return Math.min(...totals.map((total) => total.get(partnerId)?.count ?? 0));
}

function tooManyRows(by: WebhookMessageCountBy, rows: number): CountProblem {
  const problem = `By ${by} there are ${rows} rows, but at most ${ROWS_MAX} are returned: give a shorter period.`;
  return { argument: 'by', problem };
}
