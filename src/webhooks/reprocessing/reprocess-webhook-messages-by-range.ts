import { DomainError, refuseInput, type InputViolation, type InvalidInput } from '../../kernel/domain-error.ts';
import { isUuid } from '../../kernel/uuid.ts';
import { configurationNotFound, type ConfigurationNotFound } from '../configurations/webhook-configuration.errors.ts';
import { FIND_CONFIGURATIONS } from '../configurations/webhook-configuration.rows.ts';
import { COUNT_IN_RANGE, FIND_POSITIONS } from './message-range.rows.ts';
import type { ReprocessByFilterDependencies, ReprocessingStarted } from './reprocess-webhook-messages-by-filter.ts';
import type { TooManyReprocessings } from './reprocessing.errors.ts';
import { startReprocessing } from './start-reprocessing.ts';

/** Maximum number of positions in a range (ours). */
const POSITIONS_MAX = 100_000;
const SEQUENCE = /^([1-9]\d{0,8})\.([1-9]\d{0,14})$/;

export interface WantedRange {
  readonly configurationId: string;
  /** Sequences, both included. */
  readonly from: string;
  readonly to: string;
  readonly dryRun: boolean;
}

/** Counts the messages of a configuration between two sequences, and sends them again unless it is a dry run. */
export async function reprocessWebhookMessagesByRange(
  { database, clock, random, wakeReprocessing }: ReprocessByFilterDependencies,
  partnerId: string,
  { configurationId, from, to, dryRun }: WantedRange,
): Promise<ReprocessingStarted | InvalidInput | ConfigurationNotFound | TooManyReprocessings> {
  const [first, last] = [readSequence(from), readSequence(to)];
  if (first === undefined || last === undefined)
    return refuseInput([...badSequence('from', first), ...badSequence('to', last)]);
  if (isMisfit(first, last)) return refuseInput([badEnd()]);
  const bounds = [partnerId, first.epoch, first.position - 1, last.epoch, last.position] as const;
  const [found] = await database.run(FIND_POSITIONS, bounds);
  const [reached, end] = [Number(found?.reached ?? 0), Number(found?.end ?? 0)];
  if (end - reached > POSITIONS_MAX) return refuseInput([badEnd()]);
  const ids = isUuid(configurationId) ? [configurationId] : [];
  if ((await database.run(FIND_CONFIGURATIONS, { partnerId, ids })).length === 0) return configurationNotFound();
  const [counted] = await database.run(COUNT_IN_RANGE, [partnerId, configurationId, reached, end]);
  const matched = counted?.matched ?? 0;
  if (dryRun) return { matched, reprocessing: null };
  const now = clock.now();
  const reprocessing = await startReprocessing(database, {
    ...{ id: random.timeOrderedUuid(now), partnerId, matched, createdAt: now },
    ...{ configurationId, rangeReached: String(reached), rangeEnd: String(end) },
  });
  if (reprocessing instanceof DomainError) return reprocessing;
  wakeReprocessing();
  return { matched, reprocessing };
}

interface Sequence {
  readonly epoch: number;
  readonly position: number;
}

function readSequence(sequence: string): Sequence | undefined {
  const [, epoch, position] = SEQUENCE.exec(sequence) ?? [];
  return epoch === undefined ? undefined : { epoch: Number(epoch), position: Number(position) };
}

/** Compares epochs first. Within one, a range can be too long even if its events do not exist yet. */
function isMisfit(first: Sequence, last: Sequence): boolean {
  if (first.epoch !== last.epoch) return last.epoch < first.epoch;
  return last.position < first.position || last.position - first.position >= POSITIONS_MAX;
}

function badEnd(): InputViolation {
  return { path: ['to'], code: 'RANGE', message: `Give from or a later sequence, at most ${POSITIONS_MAX} positions.` };
}

function badSequence(argument: string, read: Sequence | undefined): readonly InputViolation[] {
  return read === undefined ? [{ path: [argument], code: 'FORMAT', message: 'Give a sequence such as 2.1841.' }] : [];
}
