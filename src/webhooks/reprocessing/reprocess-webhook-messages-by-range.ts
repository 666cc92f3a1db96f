import { refuseInput, type InputViolation, type InvalidInput } from '../../kernel/domain-error.ts';
import { isUuid } from '../../kernel/uuid.ts';
import { statement } from '../../platform/statements/statement.ts';
import { configurationNotFound, type ConfigurationNotFound } from '../configurations/webhook-configuration.errors.ts';
import { FIND_CONFIGURATIONS } from '../configurations/webhook-configuration.rows.ts';
import { COUNT_IN_RANGE } from './message-range.rows.ts';
import type { ReprocessByFilterDependencies, ReprocessingStarted } from './reprocess-webhook-messages-by-filter.ts';
import { REPROCESSING_COLUMNS, type ReprocessingRow } from './reprocessing.rows.ts';

/** Positions of a range at most (events.md, Position). */
const POSITIONS_MAX = 100_000;
const SEQUENCE = /^[1-9]\d{0,8}\.([1-9]\d{0,14})$/;

const INSERT_RANGE = statement<ReprocessingRow>(
  'insert_range_reprocessing',
  `insert into webhook_reprocessing (id, partner_id, configuration_id, range_reached, range_end, matched, requeued,
     refused, reached_sent_date, reached_id, created_at)
   values ($1, $2, $3, $4, $5, $6, 0, 0, $7, 'ffffffff-ffff-ffff-ffff-ffffffffffff', $7)
   returning ${REPROCESSING_COLUMNS}`,
);

export interface WantedRange {
  readonly configurationId: string;
  /** Sequences, both included. */
  readonly from: string;
  readonly to: string;
  readonly dryRun: boolean;
}

/** Counts the messages of a configuration between two sequences, and has them sent again unless it is a dry run. */
export async function reprocessWebhookMessagesByRange(
  { database, clock, random, wakeReprocessing }: ReprocessByFilterDependencies,
  partnerId: string,
  { configurationId, from, to, dryRun }: WantedRange,
): Promise<ReprocessingStarted | InvalidInput | ConfigurationNotFound> {
  const [first, last] = [positionOf(from), positionOf(to)];
  if (first === undefined || last === undefined)
    return refuseInput([...badSequence('from', first), ...badSequence('to', last)]);
  if (last < first || last - first >= POSITIONS_MAX)
    return refuseInput([
      { path: ['to'], message: `Give from or a later sequence, ${POSITIONS_MAX} positions at most.` },
    ]);
  const ids = isUuid(configurationId) ? [configurationId] : [];
  if ((await database.run(FIND_CONFIGURATIONS, { partnerId, ids })).length === 0) return configurationNotFound();
  const range = [configurationId, first - 1, last];
  const [counted] = await database.run(COUNT_IN_RANGE, [partnerId, ...range]);
  const matched = counted?.matched ?? 0;
  if (dryRun) return { matched, reprocessing: null };
  const now = clock.now();
  const values = [random.timeOrderedUuid(now), partnerId, ...range, matched, now.toISOString()];
  const [reprocessing = null] = await database.transaction((transaction) => transaction.run(INSERT_RANGE, values));
  wakeReprocessing();
  return { matched, reprocessing };
}

/** The position of a sequence; it goes on over epochs, which are not looked at. */
function positionOf(sequence: string): number | undefined {
  const position = SEQUENCE.exec(sequence)?.[1];
  return position === undefined ? undefined : Number(position);
}

function badSequence(argument: string, position: number | undefined): readonly InputViolation[] {
  return position === undefined ? [{ path: [argument], message: 'Give a sequence such as 2.1841.' }] : [];
}
