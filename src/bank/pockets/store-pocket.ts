import type { DomainEvent } from '../../kernel/domain-event.ts';
import { recordingInsertion, type EventLog } from '../../events/event-log.ts';
import type { AtCommit, Sql, Transaction } from '../../platform/database/database.ts';
import type { Made } from '../../platform/idempotency/once-per-key.ts';
import { insertion } from '../../platform/statements/compiled.ts';
import { Pocket } from './pocket.entity.ts';
import type { PocketRow } from './pocket.rows.ts';

const COLUMNS = [
  ...([
    'id',
    'partnerId',
    'accountId',
    'number',
    'label',
    'currency',
    'status',
    'reason',
    'category',
    'useCase',
  ] as const),
  ...(['userName', 'userDocumentValue', 'userDocumentType', 'userBirthDate', 'metadata', 'createdAt'] as const),
] as const;

const INSERT_POCKET = recordingInsertion('insert_pocket', Pocket, COLUMNS);

/** Of a pocket whose event the provider has told of. */
const INSERT_TOLD_POCKET = insertion('insert_told_pocket', Pocket, COLUMNS);

function storedOf(partnerId: string, { owner: accountId, metadata, ...shown }: PocketRow) {
  return { ...shown, partnerId, accountId, metadata: metadata === null ? null : JSON.stringify(metadata) };
}

/** Stores a pocket whose event is logged otherwise. */
export async function insertPocket(sql: Sql, partnerId: string, pocket: PocketRow): Promise<void> {
  await sql.run(INSERT_TOLD_POCKET, storedOf(partnerId, pocket));
}

interface NewPocketRow {
  readonly pocket: PocketRow;
  readonly partnerId: string;
  /** Undefined: it was recorded before. */
  readonly event: DomainEvent | undefined;
}

/** Stores a pocket and the event of its creation, as the last statement of their transaction. */
export function storePocket(
  transaction: Transaction,
  eventLog: EventLog,
  { pocket, partnerId, event }: NewPocketRow,
): AtCommit<Made<PocketRow>> {
  if (event !== undefined) transaction.afterCommit(eventLog.wake);
  return transaction.pipelineWithCommit(async (pipelined) => {
    await (event === undefined
      ? insertPocket(pipelined, partnerId, pocket)
      : eventLog.recordWith(pipelined, event, INSERT_POCKET, storedOf(partnerId, pocket)));
    return { row: pocket, replayed: false };
  });
}
