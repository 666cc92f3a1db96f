import type { Clock } from '../../kernel/clock.ts';
import type { Sql } from '../../platform/database/database.ts';
import { anyOf, columnsOf, compiled, text, uuids } from '../../platform/statements/compiled.ts';
import type { Composition } from '../../platform/statements/composition.ts';
import { statement } from '../../platform/statements/statement.ts';
import { ProviderReading } from './provider-reading.entity.ts';

/** What of a subject the provider has told: all of it but its lists, or a list of an account. */
export const ReadPart = { ITSELF: '', POCKETS: 'pockets', KEYS: 'keys' } as const;
export type ReadPart = (typeof ReadPart)[keyof typeof ReadPart];

/**
 * An answer that was overtaken by a later one makes nothing older; no answer takes a minute, so that what is later still was
 * noted before a clock was set back. In one order for all, so that two never deadlock.
 */
const NOTE_READINGS = statement(
  'note_provider_readings',
  `insert into provider_reading as reading (subject_id, part, partner_id, told_at)
   select subject_id, $2, $1, $4 from unnest($3::uuid[]) as subject (subject_id) order by subject_id
   on conflict (subject_id, part) do update set told_at = excluded.told_at
   where reading.told_at < excluded.told_at or reading.told_at > excluded.told_at + interval '1 minute'`,
);

/** Notes the same of something new, `id`, in a statement of more than that. */
export function readingInsertion(made: Composition, from: string): string {
  return made.insertion(ProviderReading, {
    columns: ['subjectId', 'part', 'partnerId', 'toldAt'],
    given: { subjectId: made.place('id'), part: `'${ReadPart.ITSELF}'` },
    from,
  });
}

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

const FIND_OPEN_INTENT = statement<{ id: string }>(
  'find_open_intent_of_mutation',
  `select id from provider_intent where partner_id = $1 and mutation = $2 and state in ('RUNNING', 'UNKNOWN') limit 1`,
);

interface Told {
  readonly partnerId: string;
  readonly subjectIds: readonly string[];
  readonly part?: ReadPart;
}

/** Notes that what is stored of subjects is what the provider says now. */
export async function noteTold(
  sql: Sql,
  clock: Clock,
  { partnerId, subjectIds, part = ReadPart.ITSELF }: Told,
): Promise<void> {
  if (subjectIds.length > 0) await sql.run(NOTE_READINGS, [partnerId, part, subjectIds, clock.now().toISOString()]);
}

/**
 * Whether something that the provider shows, and that is not known here, may be what an open intent has made: only the
 * intent's own settlement may store it, as it is looked for among what is not known. Ask after the provider has answered.
 */
export async function mayBeOfIntent(sql: Sql, partnerId: string, mutation: string): Promise<boolean> {
  return (await sql.run(FIND_OPEN_INTENT, [partnerId, mutation])).length > 0;
}
