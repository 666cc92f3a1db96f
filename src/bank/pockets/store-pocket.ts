import type { DomainEvent } from '../../kernel/domain-event.ts';
import type { EventLog } from '../../events/event-log.ts';
import type { AtCommit, Sql, Transaction } from '../../platform/database/database.ts';
import type { Made } from '../../platform/idempotency/once-per-key.ts';
import { columnsExcept, insertion } from '../../platform/statements/compiled.ts';
import { Pocket } from './pocket.entity.ts';
import type { PocketRow } from './pocket.rows.ts';

export const POCKET_COLUMNS = columnsExcept(Pocket);

const INSERT_POCKET = insertion('insert_pocket', Pocket, POCKET_COLUMNS);

/** The values of a pocket's columns, but for its account. */
export function pocketValues(partnerId: string, { metadata, ...shown }: Omit<PocketRow, 'owner'>) {
  return { ...shown, partnerId, metadata: metadata === null ? null : JSON.stringify(metadata) };
}

/** Stores a pocket whose event is logged otherwise. */
export async function insertPocket(sql: Sql, partnerId: string, pocket: PocketRow): Promise<void> {
  await sql.run(INSERT_POCKET, { ...pocketValues(partnerId, pocket), accountId: pocket.owner });
}

interface NewPocketRow {
  readonly pocket: PocketRow;
  readonly partnerId: string;
  /** Undefined: it was recorded before. */
  readonly event: DomainEvent | undefined;
}

/** Stores a pocket and the event of its creation, as the last statements of their transaction. */
export function storePocket(
  transaction: Transaction,
  eventLog: EventLog,
  { pocket, partnerId, event }: NewPocketRow,
): AtCommit<Made<PocketRow>> {
  if (event !== undefined) transaction.afterCommit(eventLog.wake);
  return transaction.pipelineWithCommit(async (pipelined) => {
    const stored = insertPocket(pipelined, partnerId, pocket);
    await Promise.all([stored, event === undefined ? undefined : eventLog.record(pipelined, event)]);
    return { row: pocket, replayed: false };
  });
}
