import type { EventName } from '../../src/kernel/domain-event.ts';
import type { SqlValue } from '../../src/platform/statements/statement.ts';
import { searchFilters, messagesOfPartner } from '../../src/webhooks/archive/webhook-message.rows.ts';
import type { MessageSearch } from '../../src/webhooks/archive/message-search.value.ts';
import { firstPageStatement, totalStatement, type RecordedStatement } from '../statements.ts';
import { messagePageBody, messageTotalBody, periodUpTo, type MessageConditions } from '../workloads.ts';
import { CONFIGURATION, NEWEST_KEY, RARE_ACCOUNT, RARE_CAUSE, RARE_ENTITY, RARE_EVENT } from './messages-world.ts';

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
  SUCCESS: 'success',
  CONFIGURATION: 'configuration',
  ENTITY: 'entity',
  ACCOUNT: 'account',
  KEY: 'key',
  CAUSE: 'cause',
  COMBINED: 'combined',
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
    conditions: { states: ['FAILED'] },
  }),
  pageOf({
    name: GrowthSearchName.RARE_EVENT,
    title: 'newest of an event that is 0.01 %',
    size: 1,
    conditions: { eventNames: [RARE_EVENT] },
    eventNames: [RARE_EVENT],
  }),
  pageOf({
    name: GrowthSearchName.CONTEXT,
    title: 'newest of a context whose events are 0.01 %',
    size: 1,
    conditions: { contexts: ['TED'] },
    eventNames: [RARE_EVENT, 'OTHER'],
  }),
  pageOf({ name: 'success', title: 'first 50 of SUCCESS', size: 50, conditions: { states: ['SUCCESS'] } }),
  pageOf({
    name: 'configuration',
    title: 'first 50 of a configuration (9 %)',
    size: 50,
    conditions: { configurationIds: [CONFIGURATION] },
  }),
  pageOf({
    ...{ name: 'entity', title: 'newest of an entity that is 0.01 %', size: 1 },
    conditions: { entityIds: [RARE_ENTITY] },
  }),
  pageOf({
    ...{ name: 'account', title: 'newest of an account that is 0.01 %', size: 1 },
    conditions: { accountNumbers: [RARE_ACCOUNT] },
  }),
  pageOf({ name: 'key', title: 'by its key', size: 1, conditions: { idempotencyKeys: [NEWEST_KEY] } }),
  pageOf({
    ...{ name: 'cause', title: 'newest of a correlation id that is 0.01 %', size: 1 },
    conditions: { correlationIds: [RARE_CAUSE] },
  }),
  pageOf({
    ...{ name: 'combined', title: 'newest SUCCESS of a configuration whose breaker is open', size: 1 },
    conditions: { configurationIds: [CONFIGURATION], states: ['SUCCESS'] },
  }),
];

interface PageSearch extends Pick<GrowthSearch, 'name' | 'title'> {
  readonly size: number;
  readonly conditions: MessageConditions;
  /** Names of the events that meet the conditions. */
  readonly eventNames?: readonly EventName[];
}

function pageOf({ name, title, size, conditions, eventNames }: PageSearch): GrowthSearch {
  return {
    name,
    title,
    body: messagePageBody(0, conditions, size),
    marker: MARKER,
    statement: () =>
      firstPageStatement(messagesOfPartner, filters({ ...conditions, ...(eventNames && { eventNames }) }), size),
  };
}

type Conditions = Partial<Omit<MessageSearch, 'startDate' | 'endDateExclusive'>>;

function filters({ states, eventNames, ...others }: Conditions): readonly SqlValue[] {
  const { startDate } = periodUpTo(0);
  // The day after today.
  const { endDate: endDateExclusive } = periodUpTo(-1);
  return searchFilters({
    startDate,
    endDateExclusive,
    states: states ?? null,
    eventNames: eventNames ?? null,
    ...others,
  });
}
