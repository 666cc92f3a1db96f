import { EventContext } from '../../../kernel/domain-event.ts';
import { fieldsOf } from '../../../kernel/fields.ts';
import { nextDay, searchDate } from '../../../kernel/search-period.ts';
import { principalOf, type RequestContext } from '../../../platform/requests/request-context.ts';
import {
  dayAfter,
  daysBetween,
  messageSearch,
  type MessageSearch,
} from '../../../webhooks/archive/message-search.value.ts';
import { messagePages } from '../../../webhooks/archive/webhook-message-pages.loader.ts';
import { WebhookMessageState } from '../../../webhooks/archive/webhook-message.enum.ts';
import { searchFilters } from '../../../webhooks/archive/webhook-message.rows.ts';
import type { Sought, Variables } from '../rest-row.ts';

/** Maximum number of keys of one day to skip; deeper pages are reached by links, at any depth. */
const KEYS_MAX = 10_000;

/** A search of the partner API, which is always of days. */
interface DatedSearch extends MessageSearch {
  readonly startDate: string;
  readonly endDateExclusive: string;
}

/** Finds where a page starts: skips whole days by their tallies, and the rest of one day key by key. */
export async function seekMessages(context: RequestContext, variables: Variables, skip: number): Promise<Sought> {
  const search = searchOf(variables, context.clock.now());
  // The field itself reports what is wrong with the period.
  if (search === undefined) return 'beyond the end';
  const owner = principalOf(context).partnerId;
  const since = async (startDate: string) =>
    (await messagePages.total(context, owner, searchFilters({ ...search, startDate }))).count;
  if ((await since(search.startDate)) <= skip) return 'beyond the end';
  const day = await lastDaySince(search, async (first) => (await since(first)) >= skip);
  const next = dayAfter(day, 1);
  const rest = skip - (next < search.endDateExclusive ? await since(next) : 0);
  if (rest > KEYS_MAX) return 'too deep';
  const within = searchFilters({ ...search, startDate: day, endDateExclusive: next });
  const after = await messagePages.cursorAt(context, { owner, filters: searchFilters(search), within, skip: rest });
  return after === undefined ? 'beyond the end' : { after };
}

/** Finds the last day since which there are enough, as there are since the first. */
async function lastDaySince(
  { startDate, endDateExclusive }: DatedSearch,
  isEnoughSince: (day: string) => Promise<boolean>,
): Promise<string> {
  let [enough, tooFew] = [0, daysBetween(startDate, endDateExclusive)];
  while (tooFew - enough > 1) {
    const middle = Math.floor((enough + tooFew) / 2);
    if (await isEnoughSince(dayAfter(startDate, middle))) enough = middle;
    else tooFew = middle;
  }
  return dayAfter(startDate, enough);
}

function searchOf({ filter }: Variables, now: Date): DatedSearch | undefined {
  const { startDate, endDate, states, eventNames, contexts, rawEventNames, rawContexts } = fieldsOf(filter);
  const [first, last] = [searchDate(String(startDate)), searchDate(String(endDate))];
  if (first === undefined || last === undefined) return undefined;
  const state = Object.values(WebhookMessageState).find((one) => one === states);
  const context = Object.values(EventContext).find((one) => one === contexts);
  const search = messageSearch(
    {
      ...{ startDate: first, endDate: last },
      ...(state && { states: [state] }),
      ...(typeof eventNames === 'string' && { eventNames: [eventNames] }),
      ...(context && { contexts: [context] }),
      ...(typeof rawEventNames === 'string' && { rawEventNames: [rawEventNames] }),
      ...(typeof rawContexts === 'string' && { rawContexts: [rawContexts] }),
    },
    now,
  );
  return 'problem' in search ? undefined : { ...search, startDate: first, endDateExclusive: nextDay(last) };
}
