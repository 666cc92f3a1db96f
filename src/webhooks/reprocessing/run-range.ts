import type { Transaction } from '../../platform/database/database.ts';
import { requeueMessages } from '../deliveries/requeue-messages.ts';
import { FIND_IN_RANGE } from './message-range.rows.ts';
import type { WebhookReprocessing } from './webhook-reprocessing.entity.ts';

/** Positions per transaction: a configuration has at most one message for each. */
const POSITIONS_AT_ONCE = 200;

/** The remaining positions. */
export interface RangeLeft {
  readonly configurationId: string;
  readonly reached: number;
  readonly end: number;
}

/** Returns the range of a reprocessing; undefined for one by filter. */
export function rangeOf({ configurationId, rangeReached, rangeEnd }: WebhookReprocessing): RangeLeft | undefined {
  if (!configurationId) return undefined;
  return { configurationId, reached: Number(rangeReached), end: Number(rangeEnd) };
}

/** Processes the next batch of a range, oldest events first. */
export async function runRange(
  transaction: Transaction,
  reprocessing: WebhookReprocessing,
  { range, now }: { readonly range: RangeLeft; readonly now: Date },
): Promise<void> {
  const { partnerId } = reprocessing;
  const { configurationId, reached, end } = range;
  const next = Math.min(end, reached + POSITIONS_AT_ONCE);
  const found = await transaction.run(FIND_IN_RANGE, [partnerId, configurationId, reached, next]);
  const ids = found.map((message) => message.id);
  const verdicts = await requeueMessages(transaction, partnerId, ids, now);
  const requeued = [...verdicts.values()].filter((verdict) => verdict === 'REQUEUED').length;
  reprocessing.requeued += requeued;
  reprocessing.refused += ids.length - requeued;
  reprocessing.rangeReached = String(next);
  if (next === end) reprocessing.finishedAt = now;
}
