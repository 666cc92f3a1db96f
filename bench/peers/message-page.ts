import type { Pool } from 'pg';
import { durationText } from '../../src/kernel/duration.ts';
import { instantText } from '../../src/platform/statements/instant.ts';
import { messageSearch, type SearchPeriod } from '../../src/webhooks/archive/message-search.value.ts';
import {
  boundFilters,
  searchFilters,
  type WebhookMessageRow,
} from '../../src/webhooks/archive/webhook-message.rows.ts';
import type { Principal } from './auth.ts';
import { readCursorCodec } from './page.ts';
import type { PageStatements } from './page-statements.ts';
import { run } from './sql.ts';

/** A page of messages; its end cursor is as the gateway's, so that answers can be compared exactly. */
export interface MessagePage {
  readonly rows: readonly WebhookMessageRow[];
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
}

/** Returns a reader of first pages of messages, with the gateway's search of a period and its statement. */
export async function messagePageReader(pool: Pool, { messages, isPruned }: PageStatements) {
  const codec = await readCursorCodec(pool);
  return async ({ partnerId }: Principal, period: SearchPeriod, first: number): Promise<MessagePage> => {
    const search = messageSearch(period, new Date());
    if ('problem' in search) throw new Error(search.problem);
    const filters = searchFilters(search);
    const values = [isPruned ? partnerId : [partnerId], first + 1, ...filters.filter((value) => value !== null)];
    const found = await run<WebhookMessageRow>(pool, messages, values);
    const rows = found.slice(0, first);
    const last = rows.at(-1);
    const cursors = codec.of({
      ordering: 'webhookMessages',
      partnerId,
      filter: JSON.stringify([partnerId, ...boundFilters(filters)]),
    });
    return {
      rows,
      hasNextPage: found.length > first,
      endCursor: last === undefined ? null : cursors.encode([last.sentDate, last.id]),
    };
  };
}

/** Returns the fields of a message as in the answer. */
export function messageFields(row: WebhookMessageRow) {
  const { id, idempotencyKey, state, destination, eventName, context, retryCount } = row;
  const { sentDate, nextAttemptAt, elapsedEventCaptureUs, elapsedHttpCallUs } = row;
  return {
    id,
    idempotencyKey,
    state,
    destination,
    sentDate: instantText(sentDate),
    eventName,
    context,
    retryCount,
    nextAttemptAt: nextAttemptAt === null ? null : instantText(nextAttemptAt),
    elapsedEventCapture: durationText(elapsedEventCaptureUs),
    elapsedHttpCall: elapsedHttpCallUs === null ? null : durationText(elapsedHttpCallUs),
  };
}
