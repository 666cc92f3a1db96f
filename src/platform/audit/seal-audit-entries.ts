import type { Database, Sql, Transaction } from '../database/database.ts';
import type { RowOf } from '../statements/compiled.ts';
import { instantText } from '../statements/instant.ts';
import { RowSet } from '../statements/row-set.ts';
import { statement } from '../statements/statement.ts';
import { CHAIN_START, nextHead, type ChainedEntry, type ChainHead } from './audit-chain.rules.ts';
import { ENTRY_COLUMNS } from './audit-entry.rows.ts';

/** Most entries that one transaction seals. */
const BATCH_SIZE = 1_000;
/** An arbitrary number that no other program on the database uses: "audits" on a phone keypad. */
const SEALING_LOCK = 283_487;

/** Checks whether there is anything to seal, for the loop that polls for all due work. */
export const EARLIEST_UNSEALED = 'select $1::timestamptz from audit_outbox limit 1';

/** One process seals at a time; the others skip their turn. */
const TRY_LOCK = statement('try_audit_sealing_lock', `select pg_try_advisory_xact_lock($1) as "isTaken"`);

/**
 * Ids begin with their time: the oldest are sealed first. An entry that is already sealed is dropped: it was stored
 * twice, since the response to the first insert was lost, and was sealed in between.
 */
const TAKE_UNSEALED = statement(
  'take_unsealed_audit_entries',
  `with taken as (
     delete from audit_outbox where id = any (array(select id from audit_outbox order by id limit $1)) returning *
   )
   select id, at, partner_id as "partnerId", client, mutation, result, subject, count,
     correlation_id as "correlationId"
   from taken
   where not exists (select from audit_entry as sealed where sealed.id = taken.id)`,
  { writes: 'order' },
);

const FIND_HEADS = statement(
  'find_audit_heads',
  `select partner_id as "partnerId", position::text as "position", hash from audit_head
   where partner_id = any ($1::text[])`,
);

const ENTRIES = new RowSet([...ENTRY_COLUMNS, ['position', 'bigint'], ['hash', 'text']]);

/** Requires the lock of sealing, as what follows. */
const STORE_SEALED = statement(
  'store_sealed_audit_entries',
  `insert into audit_entry (id, at, partner_id, client, mutation, result, subject, count, correlation_id, position, hash)
   select * from ${ENTRIES.as('entry')}`,
  { writes: 'batch' },
);

const HEADS = new RowSet([
  ['partnerId', 'text'],
  ['position', 'bigint'],
  ['hash', 'text'],
]);

/** The heads of all partners with new entries, in one statement. */
const STORE_HEADS = statement(
  'store_audit_heads',
  `insert into audit_head (partner_id, position, hash) select * from ${HEADS.as('head')}
   on conflict (partner_id) do update set position = excluded.position, hash = excluded.hash`,
  { writes: 'batch' },
);

/**
 * Appends the oldest entries to the chains of their partners.
 * @returns whether there may be more
 */
export function sealAuditEntries(database: Database): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const [lock] = await transaction.run(TRY_LOCK, [SEALING_LOCK]);
    if (lock?.isTaken !== true) return false;
    const taken = await transaction.run(TAKE_UNSEALED, [BATCH_SIZE]);
    if (taken.length > 0) await seal(transaction, taken);
    return taken.length === BATCH_SIZE;
  });
}

async function seal(transaction: Transaction, taken: readonly RowOf<typeof TAKE_UNSEALED>[]): Promise<void> {
  const heads = await headsOf(transaction, [...new Set(taken.map(({ partnerId }) => partnerId))]);
  const entries = taken
    .map((entry): ChainedEntry => ({ ...entry, at: instantText(entry.at) }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((entry) => {
      const head = nextHead(heads.get(entry.partnerId) ?? CHAIN_START, entry);
      heads.set(entry.partnerId, head);
      return { ...entry, ...head };
    });
  const newHeads = [...heads].map(([partnerId, head]) => ({ partnerId, ...head }));
  await transaction.pipeline((pipelined) =>
    Promise.all([
      pipelined.run(STORE_SEALED, ENTRIES.valuesOf(entries)),
      pipelined.run(STORE_HEADS, HEADS.valuesOf(newHeads)),
    ]),
  );
}

async function headsOf(sql: Sql, partnerIds: readonly string[]): Promise<Map<string, ChainHead>> {
  const rows = await sql.run(FIND_HEADS, [partnerIds]);
  return new Map(rows.map(({ partnerId, position, hash }) => [partnerId, { position, hash }]));
}
