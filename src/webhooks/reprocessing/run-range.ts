import type { Transaction } from '../../platform/database/database.ts';
import { statement } from '../../platform/statements/statement.ts';
import { requeueMessages } from '../deliveries/requeue-messages.ts';
import { FIND_IN_RANGE } from './message-range.rows.ts';
import type { ReprocessingRow } from './reprocessing.rows.ts';

/** Positions per transaction: a configuration has at most one message for each. */
const POSITIONS_AT_ONCE = 200;

const ADVANCE = statement(
  'advance_range_reprocessing',
  `update webhook_reprocessing set requeued = requeued + $2, refused = refused + $3, range_reached = $4::bigint,
     finished_at = $5
   where id = $1`,
);

/** The remaining positions. */
export interface RangeLeft {
  readonly configurationId: string;
  readonly reached: number;
  readonly end: number;
}

/** Returns the range of a reprocessing; undefined for one by filter. */
export function rangeOf({ configurationId, rangeReached, rangeEnd }: ReprocessingRow): RangeLeft | undefined {
  if (configurationId === null) return undefined;
  return { configurationId, reached: Number(rangeReached), end: Number(rangeEnd) };
}

/** Processes the next batch of a range, oldest events first. */
export async function runRange(
  transaction: Transaction,
  { id, partnerId }: ReprocessingRow,
  { range, now }: { readonly range: RangeLeft; readonly now: Date },
): Promise<void> {
  const { configurationId, reached, end } = range;
  const next = Math.min(end, reached + POSITIONS_AT_ONCE);
  const found = await transaction.run(FIND_IN_RANGE, [partnerId, configurationId, reached, next]);
  const ids = found.map((message) => message.id);
  const verdicts = await requeueMessages(transaction, partnerId, ids, now);
  const requeued = [...verdicts.values()].filter((verdict) => verdict === 'REQUEUED').length;
  const finishedAt = next === end ? now.toISOString() : null;
  await transaction.run(ADVANCE, [id, requeued, ids.length - requeued, next, finishedAt]);
}
