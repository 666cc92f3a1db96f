import type { EventContext, EventName } from '../../src/kernel/domain-event.ts';
import type { SqlValue } from '../../src/platform/statements/statement.ts';
import { searchFilters, messagesOfPartner } from '../../src/webhooks/archive/webhook-message.rows.ts';
import type { WebhookMessageState } from '../../src/webhooks/archive/webhook-message.enum.ts';
import { firstPageStatement, totalStatement, type RecordedStatement } from '../statements.ts';
import { messagePageBody, messageTotalBody, periodUpTo } from '../workloads.ts';
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

export const growthSearches: readonly GrowthSearch[] = [
  {
    name: GrowthSearchName.PAGE,
    title: 'first page of all',
    body: messagePageBody(0),
    marker: MARKER,
    statement: () => firstPageStatement(messagesOfPartner, filters({})),
  },
  {
    name: GrowthSearchName.TOTAL,
    title: 'totalCount of all',
    body: messageTotalBody(),
    marker: MARKER,
    statement: () => totalStatement(messagesOfPartner, filters({})),
  },
  {
    name: GrowthSearchName.FAILED,
    title: 'first page of FAILED (0.1 %)',
    body: messagePageBody(0, { state: 'FAILED' }),
    marker: MARKER,
    statement: () => firstPageStatement(messagesOfPartner, filters({ state: 'FAILED' })),
  },
  {
    name: GrowthSearchName.RARE_EVENT,
    title: 'first page of an event that is 0.01 %',
    body: messagePageBody(0, { eventName: RARE_EVENT }),
    marker: MARKER,
    statement: () => firstPageStatement(messagesOfPartner, filters({ eventNames: [RARE_EVENT] })),
  },
  {
    name: GrowthSearchName.CONTEXT,
    title: 'first page of a context whose events are 0.01 %',
    body: messagePageBody(0, { context: 'TED' }),
    marker: MARKER,
    statement: () =>
      firstPageStatement(messagesOfPartner, filters({ eventNames: [RARE_EVENT, 'OTHER'], context: 'TED' })),
  },
];

interface Conditions {
  readonly context?: EventContext;
  readonly state?: WebhookMessageState;
  readonly eventNames?: readonly EventName[];
}

function filters({ state, eventNames, ...others }: Conditions): readonly SqlValue[] {
  const { startDate } = periodUpTo(0);
  // The day after today.
  const { endDate: endDateExclusive } = periodUpTo(-1);
  return searchFilters({
    startDate,
    endDateExclusive,
    state: state ?? null,
    eventNames: eventNames ?? null,
    ...others,
  });
}
