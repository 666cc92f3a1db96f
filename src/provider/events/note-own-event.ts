import type { DomainEvent } from '../../kernel/domain-event.ts';
import type { Sql } from '../../platform/database/database.ts';
import { NOTE_EVENT } from './provider-event.rows.ts';

/**
 * Says whether an event that is raised here, in the provider's stead, may be recorded: false where the provider has told
 * of it already. Its own of the same name, entity and round is dropped from then on. In the transaction that records it.
 * @param round tells apart what may happen to the entity again: the id of a registration, empty for a pocket
 */
export async function noteOwnEvent(sql: Sql, event: DomainEvent, round = ''): Promise<boolean> {
  const { id, partnerId, idempotencyKey, name, entityId, occurredAt } = event;
  const noted = { id, partnerId, idempotencyKey, name, entityId, round, receivedAt: occurredAt.toISOString() };
  return (await sql.run(NOTE_EVENT, { ...noted, body: null, dueAt: null })).length > 0;
}
