import type { Clock } from '../../../kernel/clock.ts';
import type { Sql } from '../../../platform/database/database.ts';
import { anyOf, columnsOf, compiled, text, uuids } from '../../../platform/statements/compiled.ts';
import { statement } from '../../../platform/statements/statement.ts';
import { ProviderReading } from './provider-reading.entity.ts';

/** Which part of a subject was read: all of it except its lists, or one list of an account. */
export const ReadPart = { ITSELF: '', POCKETS: 'pockets', KEYS: 'keys' } as const;
export type ReadPart = (typeof ReadPart)[keyof typeof ReadPart];

/**
 * An answer that a later one has overtaken changes nothing. No answer takes a minute: a stored reading that is further
 * ahead dates from before the clock was set back. Rows are written in one order, so that callers never deadlock.
 */
const NOTE_READINGS = statement(
  'note_provider_readings',
  `insert into provider_reading as reading (subject_id, part, partner_id, told_at)
   select subject_id, $2, $1, $4 from unnest($3::uuid[]) as subject (subject_id) order by subject_id
   on conflict (subject_id, part) do update set told_at = excluded.told_at
   where reading.told_at < excluded.told_at or reading.told_at > excluded.told_at + interval '1 minute'`,
  { writes: 'order' },
);

export const FIND_READINGS = compiled(
  'find_provider_readings',
  { entities: [ProviderReading], parameters: { partnerId: text, part: text, ids: uuids } },
  (tables, { partnerId, part, ids }) =>
    tables
      .selectFrom('ProviderReading as reading')
      .select(columnsOf('reading', ['subjectId', 'toldAt']))
      .where('reading.partnerId', '=', partnerId)
      .where('reading.part', '=', part)
      .where('reading.subjectId', '=', anyOf(ids)),
);

interface ReadSubjects {
  readonly partnerId: string;
  readonly subjectIds: readonly string[];
  readonly part?: ReadPart;
}

/** Notes that the stored data of subjects is what the provider reports now. */
export async function noteReading(
  sql: Sql,
  clock: Clock,
  { partnerId, subjectIds, part = ReadPart.ITSELF }: ReadSubjects,
): Promise<void> {
  if (subjectIds.length > 0) await sql.run(NOTE_READINGS, [partnerId, part, subjectIds, clock.now().toISOString()]);
}
