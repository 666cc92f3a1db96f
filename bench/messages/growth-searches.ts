import type { EventContext, EventName } from '../../src/kernel/domain-event.ts';
import type { SqlValue } from '../../src/platform/statements/statement.ts';
import { searchFilters, messagesOfPartner } from '../../src/webhooks/archive/webhook-message.rows.ts';
import type { WebhookMessageState } from '../../src/webhooks/archive/webhook-message.enum.ts';
import { firstPageStatement, totalStatement, type RecordedStatement } from '../statements.ts';
import { messagePageBody, messageTotalBody, periodUpTo, type MessageConditions } from '../workloads.ts';
import { RARE_EVENT } from './messages-world.ts';

/** A search that is measured at every size, and its statement. */
export interface GrowthSearch {
  readonly name: GrowthSearchName;
  readonly title: string;
  readonly body: string;
  /** What every right answer contains. */
  readonly marker: string;
  readonly statement: () => Promise<RecordedStatement>;
}

const GrowthSearchName = {
  PAGE: 'page',
  TOTAL: 'total',
  FAILED: 'failed',
  RARE_EVENT: 'rare-event',
  CONTEXT: 'context',
} as const;
type GrowthSearchName = (typeof GrowthSearchName)[keyof typeof GrowthSearchName];

const MARKER = '"webhookMessages":{';

/** Each page is full at every size, so that all have the same rows to read and write. */
export const growthSearches: readonly GrowthSearch[] = [
  pageOf({ name: GrowthSearchName.PAGE, title: 'first 50 of all', size: 50, conditions: {} }),
  {
    name: GrowthSearchName.TOTAL,
    title: 'totalCount of all',
    body: messageTotalBody(),
    marker: MARKER,
    statement: () => totalStatement(messagesOfPartner, filters({})),
  },
  pageOf({
    name: GrowthSearchName.FAILED,
    title: 'first 10 of FAILED (0.1 %)',
    size: 10,
    conditions: { state: 'FAILED' },
  }),
  pageOf({
    name: GrowthSearchName.RARE_EVENT,
    title: 'newest of an event that is 0.01 %',
    size: 1,
    conditions: { eventName: RARE_EVENT },
    eventNames: [RARE_EVENT],
  }),
  pageOf({
    name: GrowthSearchName.CONTEXT,
    title: 'newest of a context whose events are 0.01 %',
    size: 1,
    conditions: { context: 'TED' },
    eventNames: [RARE_EVENT, 'OTHER'],
  }),
];

interface PageSearch extends Pick<GrowthSearch, 'name' | 'title'> {
  readonly size: number;
  readonly conditions: MessageConditions;
  /** Names of the events that meet the conditions. */
  readonly eventNames?: readonly EventName[];
}

function pageOf({ name, title, size, conditions, eventNames }: PageSearch): GrowthSearch {
  const { state, context } = conditions;
  return {
    name,
    title,
    body: messagePageBody(0, conditions, size),
    marker: MARKER,
    statement: () => firstPageStatement(messagesOfPartner, filters({ state, context, eventNames }), size),
  };
}

interface Conditions {
  readonly context?: EventContext | undefined;
  readonly state?: WebhookMessageState | undefined;
  readonly eventNames?: readonly EventName[] | undefined;
}

function filters({ state, eventNames, context }: Conditions): readonly SqlValue[] {
  const { startDate } = periodUpTo(0);
  // The day after today.
  const { endDate: endDateExclusive } = periodUpTo(-1);
  return searchFilters({
    startDate,
    endDateExclusive,
    state: state ?? null,
    eventNames: eventNames ?? null,
    context: context ?? null,
  });
}
