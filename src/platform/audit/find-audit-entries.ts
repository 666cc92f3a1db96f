import type { Sql } from '../database/database.ts';
import { instantText } from '../statements/instant.ts';
import { statement } from '../statements/statement.ts';
import type { RowOf } from '../statements/compiled.ts';

/** Criteria of a search; undefined matches anything. */
export interface AuditSearch {
  readonly partnerId: string;
  readonly since: Date | undefined;
  readonly until: Date | undefined;
  readonly mutation: string | undefined;
  readonly result: string | undefined;
  readonly correlationId: string | undefined;
  readonly limit: number;
}

/** One statement, since both tables must be read in one snapshot: otherwise an entry sealed in between is missed. */
const FIND_ENTRIES = statement(
  'find_audit_entries',
  `select at, client, mutation, result, subject, count, correlation_id as "correlationId"
   from (
     select id, at, client, mutation, result, subject, count, correlation_id, partner_id from audit_entry
     union all
     select id, at, client, mutation, result, subject, count, correlation_id, partner_id from audit_outbox
   ) as entry
   where partner_id = $1 and at >= coalesce($2::timestamptz, '-infinity') and at < coalesce($3::timestamptz, 'infinity')
     and mutation = coalesce($4, mutation) and result = coalesce($5, result)
     and correlation_id = coalesce($6::uuid, correlation_id)
   order by at desc, id desc limit $7`,
  { plan: 'custom' },
);

/** An entry of the audit trail, as operators see it; `subject` is the person whose data was read. */
export type FoundEntry = RowOf<typeof FIND_ENTRIES>;

/** Finds entries of a partner, newest first. */
export async function findAuditEntries(sql: Sql, search: AuditSearch): Promise<FoundEntry[]> {
  const { partnerId, since, until, mutation, result, correlationId, limit } = search;
  const [at, what] = [[since ?? null, until ?? null] as const, [mutation ?? null, result ?? null] as const];
  const rows = await sql.run(FIND_ENTRIES, [partnerId, ...at, ...what, correlationId ?? null, limit]);
  return rows.map((row) => ({ ...row, at: instantText(row.at) }));
}
